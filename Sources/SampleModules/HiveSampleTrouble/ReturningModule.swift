// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleTradeInterface

/// Work that returns at the order that its options name, and keeps that order in hand until the shop closes.
///
/// Nothing has failed then: the shop closes, because a server whose work is over serves nobody.
public actor ReturningModule: WorkingModule {
    /// The options: at which order it returns.
    public struct Options: Decodable, Sendable {
        /// The number of the order.
        let order: String
    }

    /// After every module of the shop.
    public static let manifest = ModuleManifest(level: 2)

    private let hasCome = Gate()
    private let closing = Gate()

    /// Creates the module.
    public init() {}

    /// Watches for the order.
    public func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let last = options.order
        try context.events.subscribe(OrderPlaced.self) { event, _ in
            if event.receipt.order.id == last { await self.keep(last) }
        }
    }

    /// Returns when the order has come.
    public func run(_ context: WorkContext) async throws { await hasCome.wait() }

    /// Lets go of the order.
    public func willStop(_ context: StopContext) async throws { closing.open() }

    private func keep(_ order: String) async {
        say("ReturningModule holds \(order)")
        hasCome.open()
        await closing.wait()
    }
}
