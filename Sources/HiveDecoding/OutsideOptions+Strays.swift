// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What names no module, and may be meant for one all the same.

extension OutsideOptions {
    /// Warns of variables that would be an option if the module's name in them were spelt right, as in
    /// `SHOP_CATR_LIMIT`.
    ///
    /// They are no errors, as arguments are, because the prefix is not Hive's alone: values of the application have it,
    /// and variables that a platform makes. That is also why the option's own name has to be right.
    ///
    /// - Complexity: O(words of each variable × modules) for at most 1,000 variables, and a survey of each type that
    ///   seems to be meant.
    func warnOfVariables(_ strays: [Statement], in matching: inout Matching) {
        if strays.isEmpty { return }
        var places: [String: Int] = [:]
        for (place, module) in matching.modules.enumerated() where module.target.isEnabled {
            places[module.target.variableName] = place
        }
        var count = 0
        for statement in strays.prefix(Self.comparedVariableLimit)
        where count < Self.nearVariableLimit {
            guard let prefix = statement.prefix, matching.services.service(of: statement, fits: false) == nil
            else { continue }
            let own = Substring(statement.name.utf8.dropFirst(prefix.utf8.count + 1))
            // No name that is longer is near another.
            for end in own.utf8.prefix(128).indices where own.utf8[end] == UInt8(ascii: "_") {
                guard let near = nearestName(to: String(own[..<end]), among: places.keys), let place = places[near]
                else { continue }
                let rest = String(own[own.utf8.index(after: end)...])
                guard !matching.modules[place].known(rest, false).isEmpty, !isValue(own) else { continue }
                let remedy = "Did you mean \(matching.modules[place].target.stem(prefix))\(rest)?"
                let text = "This environment variable fits no module."
                let warning = Problem(.warning, .unknownKey, at: statement.origin, text, remedy: remedy)
                matching.modules[place].given.problems.append(warning)
                count += 1
                break
            }
        }
    }

    /// How many variables are looked at: they come from outside, and each is compared with every module (C61).
    private static var comparedVariableLimit: Int { 1_000 }

    /// How many of them are described.
    private static var nearVariableLimit: Int { 100 }
}
