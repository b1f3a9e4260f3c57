// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveReports

/// A part of the answer to `status`: the hive, or one of its modules.
struct StatusLine: Equatable {
    /// The module, or nil for the hive.
    let module: String?
    /// Without what time alone changes, or every event.
    let essence: String
    let entries: [String: ConfigurationValue]

    var json: String { ConfigurationValue.dictionary(entries).json }
}

/// What a client is told who watches: everything at first, and then what is another than it was told.
///
/// Between two looks only the last state of a module counts, so that nothing is kept for a client that is slow; that it
/// has come up again meanwhile is told by the number of its restarts.
struct StatusWatch: Sendable {
    /// The hive is not kept alive by those who look.
    private let look: @Sendable () -> [StatusLine]
    private var told: [String?: String] = [:]

    init(_ hive: Hive) { self.init { [weak hive] in hive?.statusLines ?? [] } }

    init(_ look: @escaping @Sendable () -> [StatusLine]) { self.look = look }

    /// The lines to tell, and a sign that these are all; nil when nothing has changed.
    ///
    /// - Complexity: O(modules).
    mutating func news() -> String? {
        let lines = look()
        let gone = Set(told.keys).subtracting(lines.map(\.module)).compactMap(\.self).sorted()
        let changed = lines.filter { told[$0.module] != $0.essence }.map(\.json)
        let left = gone.map { ConfigurationValue.dictionary(["module": .string($0), "state": "down"]).json }
        told = Dictionary(lines.map { ($0.module, $0.essence) }) { first, _ in first }
        guard !(changed + left).isEmpty else { return nil }
        return (changed + left).map { $0 + "\n" }.joined() + ControlAnswer.sign()
    }
}

extension Hive {
    /// A line about the hive, then one for each module in boot order; they take locks only.
    ///
    /// - Complexity: O(modules).
    var statusLines: [StatusLine] {
        let modules = moduleProgress
        return [statusLine(restarted: Set(modules.filter(\.state.isRestarting).map(\.name)))]
            + modules.map(StatusLine.init)
    }

    private func statusLine(restarted: Set<String>) -> StatusLine {
        let (readiness, progress) = (readiness, progress)
        let described = events.descriptions
        let entries: [String: ConfigurationValue?] = [
            "state": .string("\(state)"), "age": progress.age.inSeconds, "uptime": age.inSeconds,
            "ready": .boolean(readiness.isReady), "name": .string(context.name),
            "hooks": .array(runningHooks.map { .string($0) }),
            "withheld": .array(readiness.withheld.map { .string("\($0.module ?? "hive"): \($0.reason)") }),
            "events": [
                "waiting": .integer(events.queuedCount), "refused": .integer(events.refusedCount),
                "delivered": .integer(described.reduce(0) { $0 + ($1.deliveries ?? 0) }),
                "failed": .integer(described.reduce(0) { $0 + $1.failures }),
                "underWay": .integer(deliveriesUnderWay),
                "handlers": .integer(described.reduce(0) { $0 + $1.subscribers.reduce(0) { $0 + $1.count } }),
            ],
            "services": ["registered": .integer(services.descriptions.count), "made": .integer(services.madeCount)],
            "version": context.version.map { .string($0) },
            "stopReason": progress.stopReason.map { .string("\($0)") },
            "reload": progress.reload.map {
                ["outcome": .string($0.outcome), "age": $0.age.inSeconds, "number": .integer($0.number)]
            },
        ]
        // Until the next attempt it is less at every look; that of the module is told.
        let reasons = readiness.withheld.map { restarted.contains($0.module ?? "") ? $0.module ?? "" : $0.reason }
        return StatusLine(
            module: nil,
            essence: "\(state) \(progress.stopReason?.description ?? "") \(readiness.isReady) \(reasons) "
                + "\(progress.reload?.number ?? 0)",
            entries: ["hive": .dictionary(entries.compactMapValues(\.self))]
        )
    }
}

extension StatusLine {
    fileprivate init(_ module: ModuleProgress) {
        let entries: [String: ConfigurationValue?] = [
            "module": .string(module.name), "state": .string("\(module.state)"), "age": module.age.inSeconds,
            "restarts": .integer(module.restarts), "work": module.work.map { .string($0) },
        ]
        var state = module.state
        if case .restarting(let reason, let attempt, .some) = state {
            state = .restarting(because: reason, attempt: attempt, next: .zero)
        }
        self.init(
            module: module.name,
            essence: "\(state) \(module.restarts) \(module.work ?? "")",
            entries: entries.compactMapValues(\.self)
        )
    }
}

extension ModuleState {
    fileprivate var isRestarting: Bool { if case .restarting = self { true } else { false } }
}

extension Duration {
    /// For programs: seconds, to the thousandth.
    fileprivate var inSeconds: ConfigurationValue { .real(Double(nanoseconds / 1_000_000) / 1000) }
}
