// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
public import Hive
import HivePlatform
import Synchronization

/// Tells a hive's observers who asks what, on a thread of its own: one that hangs must not hold up the server.
final class ControlObserver: Sendable {
    /// How many may wait to be told; what comes while an observer hangs is not kept.
    private static let limit = 1_000

    private let queue = DispatchQueue(label: "hive.control.observers")
    private let waiting = Atomic(0)
    private let tell: @Sendable (HiveObservation) -> Void

    init(_ tell: @escaping @Sendable (HiveObservation) -> Void) { self.tell = tell }

    /// Notes what a user has asked for, or with nil that he is not answered.
    func note(_ command: String?, of user: uid_t?) {
        guard waiting.load(ordering: .relaxed) < Self.limit else { return }
        waiting.add(1, ordering: .relaxed)
        queue.async {
            let who = user.map { "user \($0)" } ?? "an unknown user"
            let kind: HiveObservation.Kind = command == nil ? .didRefuseToAnswer : .didAnswer
            self.tell(HiveObservation(kind, subject: .text(command.map { "\($0), \(who)" } ?? who)))
            self.waiting.subtract(1, ordering: .relaxed)
        }
    }
}

extension HiveObservation.Kind {
    /// Another process has asked the hive something, by ``ControlModule``; the subject says what, without its
    /// arguments, and which user.
    public static let didAnswer = HiveObservation.Kind.library("HiveControl.didAnswer")
    /// Another process was not answered, because it belongs to another user; the subject says which.
    public static let didRefuseToAnswer = HiveObservation.Kind.library("HiveControl.didRefuseToAnswer")
}
