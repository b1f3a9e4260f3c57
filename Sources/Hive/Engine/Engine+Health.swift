// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How the modules of a hive are, each of which says so itself (C53).

extension Engine {
    /// How a module is that is down because of a failure, and cannot be asked (C64).
    private func health(of entry: DownModules.Entry) -> HiveHealth.Answer {
        let state = stateText(of: entry.id)
        let health = entry.state.isLeftOut ? ModuleHealth.degraded(because: state) : .unhealthy(because: state)
        return (entry.name, health, nil, entry.since, .zero)
    }

    /// Asks all modules that are up, at the same time.
    func health() async throws -> HiveHealth {
        let state = state
        guard state == .running || state == .stopping else {
            throw HiveError(.invalidState, "Nobody can say how the hive is: it is \(state), and no module runs.")
        }
        let isInCheck = ActivityScope.isInside(identity) { if case .healthCheck = $0 { true } else { false } }
        if isInCheck {
            let text = "A module's health check asks how the hive is, which would ask it again."
            throw HiveError(.invalidState, "\(text) Let it say how the module itself is.")
        }
        var answers = down.inBootOrder.map { (position: $0.position, answer: health(of: $0)) }
        let asked = modules.inBootOrder().filter(\.isUp)
        for (runtime, gate) in zip(asked, asked.map({ $0.askForHealth() })) {
            if let answer = await gate.wait() { answers.append((runtime.owner.position, answer)) }
        }
        return HiveHealth(answers: answers.sorted { $0.position < $1.position }.map(\.answer))
    }
}
