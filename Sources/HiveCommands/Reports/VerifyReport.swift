// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

extension CommandReport {
    /// Every error and every warning, and how each name in property lists was found.
    ///
    /// If the hive cannot be made, that error is the answer.
    static func verify(_ made: Result<Hive, any Error>, _ request: CommandRequest) -> CommandReport {
        let hive = try? made.get()
        let resolutions = hive?.configuration?.resolutions ?? []
        let modules = hive?.modules.descriptors ?? []
        // Those that take part, and those that do not, because the hive was told to run only others.
        let (count, leftOut) = (modules.count(where: \.isEnabled), modules.count(where: \.isLeftOut))
        let found: [Problem]
        var failure: Int32?
        switch made {
        case .success(let hive): found = hive.verify(besides: request.words)
        case .failure(let error as HiveError):
            let itself = Problem(.error, error.code, at: error.origin, error.message)
            found = error.problems.isEmpty ? [itself] : error.problems
            failure = error.exitCode == 0 ? 70 : error.exitCode
        case .failure(let error):
            found = [Problem(.error, .invalidState, at: nil, "The hive cannot be made: \(error)")]
            failure = 70
        }
        let errors = found.errors.count
        let warnings = found.count - errors
        let names = resolutions.map { resolution -> ConfigurationValue in
            [
                "name": .string(resolution.name),
                "kind": .string(resolution.kind.description),
                "type": .string(resolution.typeName),
                "source": .string(resolution.source.description),
                "origin": resolution.origin.entry,
            ]
        }
        var text = found.map { "\($0)".onOneLine + "\n" }.joined()
        if !resolutions.isEmpty {
            let rows = resolutions.map { ["\($0.source)", "\($0.kind)", $0.name, "\($0.origin)"] }
            text +=
                (text.isEmpty ? "" : "\n") + TextTable.text(["found in", "kind", "name", "first place"], rows) + "\n"
        }
        let result = [errors.counted("error"), warnings.counted("warning"), count.counted("module")]
        let others = leftOut == 0 ? [] : ["\(leftOut) left out"]
        return CommandReport(
            [
                "errors": .integer(errors),
                "warnings": .integer(warnings),
                "modules": .integer(count),
                "leftOut": .integer(leftOut),
                "problems": .array(found.map(\.entry)),
                "names": .array(names),
            ],
            text: text + (result + others).joined(separator: ", ") + ".\n",
            exitCode: failure ?? found.exitCode
        )
    }
}
