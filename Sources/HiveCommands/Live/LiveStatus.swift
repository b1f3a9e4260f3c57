// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// What a hive that runs says of itself and its modules.
struct LiveStatus {
    private let hive: [String: ConfigurationValue]
    private let modules: [(entry: [String: ConfigurationValue], name: String, state: String)]
    private let isReady: Bool

    /// Reads the lines of an answer; what they have beside, a later version has said.
    init(_ objects: [[String: ConfigurationValue]]) throws(ControlFault) {
        guard case .dictionary(let hive)? = objects.first?["hive"], case .boolean(let isReady)? = hive["ready"] else {
            throw ControlFault("is answered by no hive: the answer does not say whether it is ready")
        }
        self.hive = hive
        self.isReady = isReady
        modules = objects.dropFirst().compactMap { entry in
            guard case .string(let name)? = entry["module"], case .string(let state)? = entry["state"] else {
                return nil
            }
            return (entry, name, state)
        }
    }

    /// The exit code is 0 for a hive that is ready, and 1 for one that is not, as a check in a container wants it.
    func report(on display: Display) -> CommandReport {
        CommandReport(
            ["hive": .dictionary(hive), "modules": .array(modules.map { .dictionary($0.entry) })],
            text: heading(display) + details(display) + table(display),
            exitCode: isReady ? 0 : 1
        )
    }

    private func text(_ key: String) -> String? {
        switch hive[key] {
        case .string(let text)?: text
        case .integer(let number)?: "\(number)"
        default: nil
        }
    }

    private func texts(_ key: String) -> [String] {
        guard case .array(let elements)? = hive[key] else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    private func heading(_ display: Display) -> String {
        let name = [text("name"), text("version")].compactMap(\.self).joined(separator: " ").onOneLine
        let state = [text("state"), text("uptime").map { "up \($0)" }].compactMap(\.self).joined(separator: ", ")
        let lines = display.lines("\(name): \(state.onOneLine)", beside: 11)
        let ready = display.paint(isReady ? "ready" : "not ready", isReady ? .green : .red)
        return lines.joined(separator: "\n") + ", \(ready)\n"
    }

    private func details(_ display: Display) -> String {
        var lines = LabelledLines()
        let label = 11
        lines.add("withheld by", texts("withheld").flatMap { display.lines($0.onOneLine, beside: label + 4) })
        lines.add("hooks", texts("hooks").flatMap { display.lines($0.onOneLine, beside: label + 4) })
        if let events { lines.add("events", display.lines(events, beside: label + 4)) }
        if let services = text("services") { lines.add("services", services) }
        return lines.text
    }

    private var events: String? {
        guard case .dictionary(let counts)? = hive["events"] else { return nil }
        func count(_ key: String) -> Int { if case .integer(let count)? = counts[key] { count } else { 0 } }
        let delivered = "\(count("delivered")) delivered (\(count("failed")) failed calls)"
        return "\(count("waiting")) wait, \(delivered), \(count("refused")) refused, \(count("handlers")) handlers"
    }

    private func table(_ display: Display) -> String {
        if modules.isEmpty { return "" }
        // A name takes half of the line at most.
        let names = modules.map { name in display.lines(name.name.onOneLine, beside: (display.width ?? 0) / 2) }
        let column = max(6, names.joined().map(\.count).max() ?? 0) + 2
        var rows: [[String]] = []
        var colours: [Display.Colour] = []
        for (module, name) in zip(modules, names) {
            let state = display.lines(module.state.onOneLine, beside: column)
            for line in 0..<max(name.count, state.count) {
                rows.append([line < name.count ? name[line] : "", line < state.count ? state[line] : ""])
                colours.append(Self.colour(of: module.state))
            }
        }
        let lines = TextTable.text(["module", "state"], rows).parts(at: "\n")
        let painted = zip(lines.dropFirst(), colours).map { line, colour in
            "\(line.prefix(column))\(display.paint(line.dropFirst(column), colour))\n"
        }
        return "\n\(lines[0])\n" + painted.joined()
    }

    private static func colour(of state: String) -> Display.Colour {
        state == "up" ? .green : state.begins(with: "left out") ? .red : .yellow
    }
}
