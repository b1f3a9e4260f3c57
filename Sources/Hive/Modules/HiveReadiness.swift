// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Whether a hive is ready, and who withholds that (C53).
///
/// A hive is ready from the moment at which it runs until a stop begins, while no module withholds it. It is an event
/// as well, for modules that want to be told:
///
/// ```swift
/// try context.events.subscribe(HiveReadiness.self) { readiness, _ in print(readiness) }
/// ```
///
/// The hive posts it once for each change of ``isReady``, in the order of the changes, the first one when it runs. At a
/// stop it is among what is delivered before `willStop`. It finds a place in a queue that is full, and is the hive's
/// own: a subscription to every event does not hear of it. Who is told of a change may ask anew, because another one
/// may have come since.
public struct HiveReadiness: Equatable, Sendable, CustomStringConvertible {
    /// Whether the hive is ready.
    public let isReady: Bool
    /// The modules that withhold it, each with its reason, in the order in which they began to; nil stands for what
    /// belongs to no module.
    ///
    /// They withhold it also while the hive starts or stops.
    public let withheld: [(module: String?, reason: String)]

    /// Creates a readiness, for tests of what is told.
    public init(isReady: Bool, withheld: [(module: String?, reason: String)] = []) {
        self.isReady = isReady
        self.withheld = withheld
    }

    /// Whether both say the same.
    public static func == (one: HiveReadiness, other: HiveReadiness) -> Bool {
        one.isReady == other.isReady && one.withheld.elementsEqual(other.withheld, by: ==)
    }

    /// `ready`, or `not ready` with the reasons.
    public var description: String {
        if isReady { return "ready" }
        let reasons = withheld.map { "\($0.module ?? "hive"): \($0.reason)" }
        return (["not ready"] + (reasons.isEmpty ? [] : [reasons.joined(separator: "; ")])).joined(separator: ", ")
            .onOneLine
    }
}
