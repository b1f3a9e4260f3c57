// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

/// What the hives of one run do, for the report of a run that does not go on.
final class ExploredHives: Sendable {
    fileprivate struct Life {
        let name: String
        var state = "idle"
        /// What has begun and not ended, in order.
        var underWay: [String] = []
    }

    private let lives = Mutex<[Life]>([])

    /// The observer of one more hive.
    func observer(
        named name: String,
        note: @escaping @Sendable (String) -> Void
    ) -> @Sendable (HiveObservation) -> Void {
        let number = lives.withLock { lives in
            lives.append(Life(name: name.isEmpty ? "hive \(lives.count + 1)" : "hive \(lives.count + 1), \(name)"))
            return lives.count
        }
        return { step in
            self.lives.withLock { lives in
                // A hive of the rehearsal is none of the run's.
                if number <= lives.count { lives[number - 1].note(step) }
            }
            note(number == 1 ? "\(step)" : "hive \(number): \(step)")
        }
    }

    func clear() { lives.withLock { $0 = [] } }

    /// A line for each hive, or nothing.
    var text: String {
        lives.withLock { lives in
            lives.map { life in
                let underWay = life.underWay.joined(separator: ", ")
                let waits = underWay.isEmpty ? "no hook, event or reload under way" : underWay
                return "\n  \(life.name): \(life.state); \(waits)"
            }.joined()
        }
    }
}

extension ExploredHives.Life {
    fileprivate mutating func note(_ step: HiveObservation) {
        switch step.kind {
        case .stateChanged: state = step.subject.map { "\($0)" } ?? state
        case .willRunHook: underWay.append(step.hook)
        case .didRunHook, .hookReturnedLate: remove(step.hook)
        case .willTrigger: underWay.append("event \(step.subject, default: "")")
        case .didTrigger: remove("event \(step.subject, default: "")")
        case .willReload: underWay.append("reload")
        case .didReload: remove("reload")
        default: break
        }
    }

    private mutating func remove(_ name: String) {
        if let index = underWay.firstIndex(of: name) { underWay.remove(at: index) }
    }
}
