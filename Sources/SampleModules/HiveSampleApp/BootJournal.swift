// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
internal import Synchronization

/// Notes in which order modules come up and go down, and how long it takes.
package final class BootJournal: Sendable {
    /// A module and how long its hooks took.
    package struct Entry: Hashable, Sendable {
        package let module: String
        package var duration: Duration
    }

    private struct State {
        var up: [Entry] = []
        var down: [Entry] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The modules that were set up, in that order, with the time of all hooks of the start.
    package var up: [Entry] { state.withLock { $0.up } }
    /// The modules that were torn down, in that order.
    package var down: [Entry] { state.withLock { $0.down } }

    /// Notes a hook that has ended, and a module that is not up after all.
    package func observe(_ step: HiveObservation) {
        switch step.subject {
        case .module(.leftOut), .module(.restarting):
            state.withLock { $0.up.removeAll { $0.module == step.module } }
        default: break
        }
        guard step.kind == .didRunHook, let module = step.module, let duration = step.duration else { return }
        state.withLock { state in
            switch step.phase {
            case .setUp:
                // One that is restarted has one place in each list.
                state.up.removeAll { $0.module == module }
                state.down.removeAll { $0.module == module }
                state.up.append(Entry(module: module, duration: duration))
            case .initialize, .ready:
                guard let index = state.up.firstIndex(where: { $0.module == module }) else { return }
                state.up[index].duration += duration
            case .tearDown: state.down.append(Entry(module: module, duration: duration))
            default: break
            }
        }
    }
}
