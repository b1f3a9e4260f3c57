// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

extension CommandReport {
    /// Why a module, a service or a value is as it is: who declares it, what overrides what, who needs it and what it
    /// needs.
    ///
    /// It finds everything of a name, which may be both a module's and a service's.
    static func why(_ name: String, of hive: Hive) throws(CommandRequest.Mistake) -> CommandReport {
        let (plan, stated) = (hive.plan, FoundSetting.all(hive.configuration, hive))
        let descriptors = plan.modules + plan.disabled
        let modules = descriptors.filter { $0.isCalled(name) }.map { Account(of: $0, plan, stated, in: hive) }
        let types = ServiceKind.all(descriptors, of: hive)
        let services = types.filter { $0.isCalled(name) }.map { Account(of: $0, descriptors, stated) }
        let names = Dictionary(descriptors.map { ($0.name, $0.spellings) }) { first, _ in first }
        let meant = stated.filter { setting in setting.spellings(names).contains { $0.isPart(of: name) } }
        // What a module or a service is asked about has its values already.
        let isOnlyValues = modules.isEmpty && services.isEmpty
        if isOnlyValues, meant.isEmpty {
            let known =
                descriptors.flatMap(\.spellings) + types.flatMap { $0.spellings + $0.implementations }
                + stated.flatMap { $0.spellings(names).suffix(1) }
            throw .unknown("module, service or stated value", name, limit: 200, among: known)
        }
        let lines = isOnlyValues ? meant.map { $0.line(showsOrigins: true).onOneLine + "\n" }.joined() : ""
        return CommandReport(
            [
                "modules": .array(modules.map(\.entry)),
                "services": .array(services.map(\.entry)),
                "values": .array(meant.map(\.entry)),
            ],
            version: 2,
            text: ((modules + services).map(\.text) + [lines]).filter { $0 != "" }.joined(separator: "\n")
        )
    }
}

extension String {
    /// Whether the name of a value is the one that is asked for, or one inside it.
    func isPart(of asked: String) -> Bool {
        self == asked || begins(with: asked + ".") || begins(with: asked + "[")
    }
}

/// What is known about one module or one service.
struct Account: Sendable {
    let entry: ConfigurationValue
    let text: String

    /// A part of it.
    typealias Line = (entry: ConfigurationValue, text: String)
}

/// Labels, each with one line or more.
struct LabelledLines {
    private var rows: [(label: String, lines: [String])] = []

    mutating func add(_ label: String, _ lines: [String]) {
        if !lines.isEmpty { rows.append((label, lines)) }
    }

    mutating func add(_ label: String, _ line: String) { add(label, [line]) }

    /// The rows under a title; nothing in them can look like a line of its own.
    func text(_ title: String) -> String { title.onOneLine + "\n" + text }

    /// The rows alone.
    var text: String {
        let width = rows.map(\.label.count).max() ?? 0
        return rows.flatMap { label, lines in
            lines.enumerated().map { place, line in
                "  \((place == 0 ? label : "").leftAligned(in: width))  \(line.onOneLine)\n"
            }
        }.joined()
    }
}
