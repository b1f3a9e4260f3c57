// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Whoever a registration belongs to: a module of a hive, or the hive itself.
///
/// Managers withdraw what an owner registered when the owner goes; they know nothing else about modules.
@usableFromInline
final class Owner: Sendable {
    /// The module's name; nil for the hive.
    let name: String?
    /// The module's type; nil for the hive.
    let module: ObjectIdentifier?
    /// The module's place in the boot order; the hive comes after every module.
    let position: Int
    /// The deliveries of events that are calling its handlers.
    let calls = CallsUnderWay()
    private let successor = Mutex<StandIn?>(nil)

    init(name: String?, module: ObjectIdentifier? = nil, position: Int) {
        self.name = name
        self.module = module
        self.position = position
    }

    /// An owner that stands for a hive.
    static func hive() -> Owner { Owner(name: nil, position: .max) }

    /// Who takes its place when what it has registered is withdrawn, because it comes back; nil for nobody.
    var standIn: StandIn? {
        get { successor.withLock { $0 } }
        set { successor.update { $0 = newValue } }
    }

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// Whether both are modules, and this one comes earlier in the boot order.
    func comesBefore(_ other: Owner) -> Bool { name != nil && other.name != nil && position < other.position }

    var displayName: String { name ?? "the hive" }
}
