// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How the modules of a hive are, each of which says so itself (C53).

extension Engine {
    /// Asks all modules that are up, at the same time.
    func health() async throws -> HiveHealth {
        let state = state
        guard state == .running || state == .stopping else {
            throw HiveError(.invalidState, "Nobody can say how the hive is: it is \(state), and no module runs.")
        }
        if ActivityScope.isInsideHealthCheck(of: identity) {
            let text = "A module's health check asks how the hive is, which would ask it again."
            throw HiveError(.invalidState, "\(text) Let it say how the module itself is.")
        }
        let asked = modules.inBootOrder().filter(\.isUp)
        var answers: [HiveHealth.Answer] = []
        for gate in asked.map({ $0.askForHealth() }) {
            if let answer = await gate.wait() { answers.append(answer) }
        }
        return HiveHealth(answers: answers)
    }
}
