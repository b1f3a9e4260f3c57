// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

/// What a hive that runs says of itself and its modules.
struct LiveStatus {
    let hive: LiveHive
    private let modules: [LiveModule]

    /// Reads the lines of an answer; what they have beside, a later version has said.
    init(_ objects: [[String: ConfigurationValue]]) throws(ControlFault) {
        guard let hive = objects.first.flatMap(LiveHive.init) else {
            throw ControlFault("is answered by no hive: the answer does not say whether it is ready")
        }
        self.hive = hive
        modules = objects.dropFirst().compactMap(LiveModule.init)
    }

    /// The exit code is 0 for a hive that is ready, and 1 for one that is not, as a check in a container wants it.
    func report(on display: Display) -> CommandReport {
        CommandReport(
            ["hive": .dictionary(hive.entries), "modules": .array(modules.map { .dictionary($0.entries) })],
            text: heading(display) + details(display) + table(display),
            exitCode: hive.isReady ? 0 : 1
        )
    }

    private func heading(_ display: Display) -> String {
        let state = [
            hive.state + (hive.age.map { " for \($0)" } ?? ""), hive.entries.age("uptime").map { "up \($0)" },
        ]
        let text = "\(hive.name): \(state.compactMap(\.self).joined(separator: ", "))"
        let lines = display.lines(text.onOneLine, beside: 11)
        return lines.joined(separator: "\n") + ", \(hive.readiness(on: display))\n"
    }

    private func details(_ display: Display) -> String {
        var lines = LabelledLines()
        func add(_ label: String, _ texts: [String]) {
            lines.add(label, texts.flatMap { display.lines($0.onOneLine, beside: 15) })
        }
        add("withheld by", hive.entries.texts("withheld"))
        add("stops", [hive.entries.text("stopReason")].compactMap(\.self))
        if let reload = hive.reload { add("reload", [(reload.age.map { "\($0) ago: " } ?? "") + reload.outcome]) }
        add("hooks", hive.entries.texts("hooks"))
        add("events", [hive.events].compactMap(\.self))
        add("services", [hive.services].compactMap(\.self))
        return lines.text
    }

    private func table(_ display: Display) -> String {
        if modules.isEmpty { return "" }
        // Only what there is to say of any of them.
        let columns: [(head: String, longest: Int, cell: (LiveModule) -> String?)] = [
            ("for", 11, \.age), ("restarts", 8, { $0.restarts > 0 ? "\($0.restarts)" : nil }), ("work", 9, \.work),
        ].filter { column in modules.contains { column.cell($0) != nil } }
        let cells = modules.map { module in
            columns.map { String(($0.cell(module) ?? "").onOneLine.prefix($0.longest)) }
        }
        // So much of a name that the state keeps a quarter of the line beside the longest cells.
        let names = modules.map { display.lines($0.name.onOneLine, beside: (display.width ?? 0) - 24) }
        var width = max(6, names.joined().map(\.count).max() ?? 0) + 2
        for (place, column) in columns.enumerated() {
            width += max(column.head.count, cells.map { $0[place].count }.max() ?? 0) + 2
        }
        var rows: [[String]] = []
        var colours: [Display.Colour] = []
        for (place, module) in modules.enumerated() {
            let (name, state) = (names[place], display.lines(module.state.onOneLine, beside: width))
            for line in 0..<max(name.count, state.count) {
                let middle = line == 0 ? cells[place] : columns.map { _ in "" }
                rows.append([line < name.count ? name[line] : ""] + middle + [line < state.count ? state[line] : ""])
                colours.append(module.colour)
            }
        }
        let lines = TextTable.text(["module"] + columns.map(\.head) + ["state"], rows).parts(at: "\n")
        let painted = zip(lines.dropFirst(), colours).map { line, colour in
            "\(line.prefix(width))\(display.paint(line.dropFirst(width), colour))\n"
        }
        return "\n\(lines[0])\n" + painted.joined()
    }
}

/// What a line says of the hive.
struct LiveHive {
    let entries: [String: ConfigurationValue]
    let isReady: Bool

    /// Reads a line; nil for one that is about something else.
    init?(_ object: [String: ConfigurationValue]) {
        guard let hive = object.object("hive"), case .boolean(let isReady)? = hive["ready"] else { return nil }
        (entries, self.isReady) = (hive, isReady)
    }

    var name: String { [entries.text("name"), entries.text("version")].compactMap(\.self).joined(separator: " ") }
    var state: String { entries.text("state") ?? "" }
    var age: String? { entries.age("age") }
    var isStopping: Bool { state == "stopping" || entries["stopReason"] != nil }

    func readiness(on display: Display) -> String {
        display.paint(isReady ? "ready" : "not ready", isReady ? .green : .red)
    }

    /// How the last reload went, and how long ago.
    var reload: (outcome: String, age: String?)? {
        guard let reload = entries.object("reload") else { return nil }
        return reload.text("outcome").map { ($0, reload.age("age")) }
    }

    /// How many reloads there were.
    var reloadNumber: Int { entries.object("reload")?.count("number") ?? 0 }

    var events: String? {
        guard let counts = entries.object("events") else { return nil }
        let delivered = "\(counts.count("delivered")) delivered (\(counts.count("failed").counted("failed call")))"
        let waiting = "\(counts.count("waiting")) wait, \(counts.count("underWay")) under way"
        return "\(waiting), \(delivered), \(counts.count("refused")) refused, \(counts.count("handlers")) handlers"
    }

    var services: String? {
        entries.object("services").map { "\($0.count("registered")), \($0.count("made")) made" }
    }
}

/// What a line says of a module.
struct LiveModule {
    let entries: [String: ConfigurationValue]
    let name: String
    let state: String

    /// Reads a line; nil for one that is about something else.
    init?(_ object: [String: ConfigurationValue]) {
        guard let name = object.text("module"), let state = object.text("state") else { return nil }
        (entries, self.name, self.state) = (object, name, state)
    }

    var age: String? { entries.age("age") }
    var work: String? { entries.text("work") }
    var restarts: Int { entries.count("restarts") }

    var colour: Display.Colour {
        state == "up" ? .green : state.begins(with: "left out") ? .red : .yellow
    }
}

extension [String: ConfigurationValue] {
    fileprivate func object(_ key: String) -> [String: ConfigurationValue]? {
        if case .dictionary(let object)? = self[key] { object } else { nil }
    }

    /// A text or a number, for a person.
    func text(_ key: String) -> String? {
        switch self[key] {
        case .string(let text)?: text
        case .integer(let number)?: "\(number)"
        default: nil
        }
    }

    fileprivate func count(_ key: String) -> Int { if case .integer(let count)? = self[key] { count } else { 0 } }

    func texts(_ key: String) -> [String] {
        guard case .array(let elements)? = self[key] else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    /// A number of seconds, for a person.
    func age(_ key: String) -> String? {
        let seconds: Int
        switch self[key] {
        case .integer(let whole)?: seconds = whole
        case .real(let real)? where abs(real) < 1e12: seconds = Int(real)
        default: return nil
        }
        return seconds < 60 ? "\(seconds) s" : Duration.seconds(seconds).inWords
    }
}
