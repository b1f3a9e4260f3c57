// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleTradeInterface
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// Goes wrong in the way that its options say, so that one can see what happens then.
///
/// Nothing in the shop knows it: a further property list names it, and only the demonstrations have one.
public actor TroubleModule: WorkingModule {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // After every module of the shop.
        level: 2,
        // Mostly there is none.
        workMayEnd: true
    )

    /// How many times instances have thrown so far: each attempt to bring the module up has one of its own.
    private static let failures = Atomic(0)
    /// Whether the work of an instance has thrown so far.
    private static let workHasFailed = Atomic(false)

    private var trouble = Options()
    private let closing = Gate()
    private var held: HeldOrders?
    private let workMayFail = Gate()

    /// Creates the module.
    public init() {}

    /// Watches for the order at which something goes wrong.
    public func setUp(_ context: SetupContext) async throws {
        trouble = try context.options()
        if trouble.holdsAll == true { held = HeldOrders() }
        try context.events.subscribe(OrderPlaced.self) { event, _ in await self.handle(event.receipt.order.id) }
        try await act(in: .setUp)
    }

    /// Hangs or fails, where the options say so.
    public func initialize(_ context: ModuleContext) async throws { try await act(in: .initialize) }

    /// Hangs or fails, where the options say so.
    public func ready(_ context: ModuleContext) async throws { try await act(in: .ready) }

    /// Hangs or fails, where the options say so, at once or when the order has come at which it should.
    public func run(_ context: WorkContext) async throws {
        try await act(in: .run)
        guard let order = trouble.workFails else { return }
        await workMayFail.wait()
        if Task.isCancelled { return }
        Self.workHasFailed.store(true, ordering: .relaxed)
        throw TroubleError(description: "the work failed at \(order), as it was told to")
    }

    /// Hangs or fails, where the options say so, and lets go of an order.
    public func willStop(_ context: StopContext) async throws {
        try await act(in: .willStop)
        closing.open()
    }

    /// Hangs or fails, where the options say so.
    public func tearDown(_ context: StopContext) async throws { try await act(in: .tearDown) }

    private func act(in hook: Options.Hook) async throws {
        if trouble.hangs == hook {
            say("TroubleModule hangs in \(hook)")
            await hang()
        }
        if trouble.pauses == hook { try await Task.sleep(for: .seconds(1)) }
        guard trouble.fails == hook else { return }
        if trouble.workFails != nil, !Self.workHasFailed.load(ordering: .relaxed) { return }
        let count = Self.failures.add(1, ordering: .relaxed).newValue
        if let failures = trouble.failures, count > failures { return }
        throw TroubleError(description: "failed in \(hook), as it was told to")
    }

    private func handle(_ order: String) async {
        if let held {
            say("TroubleModule holds \(order)")
            return await held.wait()
        }
        guard order == trouble.holds || order == trouble.workFails else { return }
        say("TroubleModule holds \(order)")
        if order == trouble.workFails { workMayFail.open() }
        await closing.wait()
    }
}

/// A one-shot gate for one waiting task; a cancelled wait returns.
struct Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()
    func open() { stream.continuation.finish() }
    func wait() async { _ = await stream.stream.first { _ in true } }
}

/// Never returns, not even when its task is cancelled, until the process ends.
private func hang() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}

/// Writes a line at once, as those who wait for it need.
func say(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
}
