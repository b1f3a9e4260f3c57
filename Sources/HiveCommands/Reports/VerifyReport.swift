// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

/// Every error and every warning.
struct VerifyReport: CommandReport {
    /// How a name in a property list was found.
    struct Name: Encodable, Sendable {
        let name: String
        let kind: String
        let type: String
        let source: String
        let origin: PlaceEntry
    }

    let version = 1
    let errors: Int
    let warnings: Int
    /// How many modules take part.
    let modules: Int
    /// How many modules do not, because the hive was told to run only others.
    let leftOut: Int
    let problems: [ProblemEntry]
    let names: [Name]
    let exitCode: Int32
    let text: String

    private enum CodingKeys: String, CodingKey {
        case version, errors, warnings, modules, leftOut, problems, names
    }

    /// Verifies a hive, with arguments for the program among the question; if it cannot be made, that error is the
    /// answer.
    init(_ made: Result<Hive, any Error>, asked arguments: [String]) {
        var found: [Problem] = []
        var failure: Int32?
        var (count, leftOut) = (0, 0)
        var resolutions: [NameResolution] = []
        do {
            let hive = try made.get()
            resolutions = hive.configuration?.resolutions ?? []
            found = hive.verify()
            found += hive.strays(among: arguments, without: found)
            let modules = hive.modules.descriptors
            count = modules.count(where: \.isEnabled)
            leftOut = modules.count(where: \.isLeftOut)
        } catch let error as HiveError {
            let itself = Problem(.error, error.code, at: error.origin, error.message)
            found = error.problems.isEmpty ? [itself] : error.problems
            failure = error.exitCode == 0 ? 70 : error.exitCode
        } catch {
            found = [Problem(.error, .invalidState, at: nil, "The hive cannot be made: \(error)")]
            failure = 70
        }
        problems = found.map { ProblemEntry($0) }
        errors = found.errors.count
        warnings = found.count - found.errors.count
        modules = count
        self.leftOut = leftOut
        exitCode = failure ?? (found.errors.isEmpty ? 0 : 78)
        names = resolutions.map {
            Name(
                name: $0.name,
                kind: $0.kind.description,
                type: $0.typeName,
                source: $0.source.description,
                origin: PlaceEntry($0.origin)
            )
        }
        var text = found.map { "\($0)".onOneLine + "\n" }.joined()
        if !resolutions.isEmpty {
            let rows = resolutions.map { ["\($0.source)", "\($0.kind)", $0.name, "\($0.origin)"] }
            text +=
                (text.isEmpty ? "" : "\n") + TextTable.text(["found in", "kind", "name", "first place"], rows) + "\n"
        }
        let result = [errors.counted("error"), warnings.counted("warning")]
        let others = leftOut == 0 ? [] : ["\(leftOut) left out"]
        self.text = text + (result + [count.counted("module")] + others).joined(separator: ", ") + ".\n"
    }
}

extension Hive {
    /// Warns of arguments that name no module of the hive, where it has not done so itself.
    ///
    /// A program that runs may have such arguments of its own. Whoever asks about one with `verify` would take silence
    /// for an answer, also where the module is one that only a command of the program registers.
    fileprivate func strays(among arguments: [String], without known: [Problem]) -> [Problem] {
        let stems = Set(modules.descriptors.map { "--\($0.name.withoutModuleEnding)" })
        let longest = stems.map(\.utf8.count).max() ?? 0
        var told = Set(known.compactMap(\.origin))
        var found: [Problem] = []
        for argument in arguments {
            let name = String(argument.prefix { $0 != "=" })
            let dots = name.utf8.prefix(longest + 1).indices.filter { name.utf8[$0] == UInt8(ascii: ".") }
            guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { continue }
            if dots.contains(where: { stems.contains(String(name[..<$0])) }) { continue }
            guard told.insert(.argument(name)).inserted else { continue }
            let module = String(name[..<dot].dropFirst(2)).quoted(limit: 80)
            let text = "This hive has no module \(module), so this is no option, and counts as a value at most."
            let remedy = "A module that only some command of the program registers is not verified here."
            found.append(Problem(.warning, .unknownKey, at: .argument(name), text, remedy: remedy))
            if found.count == Self.strayLimit { break }
        }
        return found
    }

    /// How many such arguments are described.
    private static var strayLimit: Int { 100 }
}
