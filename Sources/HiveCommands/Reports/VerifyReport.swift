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
    @Unencoded var exitCode: Int32
    @Unencoded var text: String

    /// Verifies a hive; if it cannot be made, that error is the answer.
    init(_ made: Result<Hive, any Error>, _ request: CommandRequest) {
        var found: [Problem] = []
        var failure: Int32?
        var (count, leftOut) = (0, 0)
        var resolutions: [NameResolution] = []
        do {
            let hive = try made.get()
            resolutions = hive.configuration?.resolutions ?? []
            found = hive.verify(besides: request.words)
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
        exitCode = failure ?? found.exitCode
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
