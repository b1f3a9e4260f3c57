// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePlatform

/// Turns the property lists of a folder into one Swift file; HiveConfigPlugin runs it at each change of them.
@main
struct HiveConfigGenerator {
    static func main() {
        do {
            let arguments = try GeneratorArguments(Array(CommandLine.arguments.dropFirst()))
            let file = GeneratedFile(
                folder: arguments.folder,
                title: arguments.title,
                planned: arguments.planned,
                package: arguments.package,
                visible: arguments.visible,
                sources: SourceScan(arguments.sources)
            )
            for problem in file.problems { print(problem.compilerDiagnostic) }
            guard let source = file.source else { exit(1) }
            try OutputFile(path: arguments.output).write(source)
        } catch {
            print("error: HiveConfigGenerator: \("\(error)".onOneLine)")
            exit(1)
        }
    }
}

extension Problem {
    /// The problem as a compiler words one, for build systems and editors: `file:line: error: key path: what is wrong`.
    var compilerDiagnostic: String {
        let file = origin.map { $0.file.onOneLine + ":\($0.line.map { "\($0):" } ?? "")" } ?? "HiveConfigPlugin:"
        let entry = origin?.keyPath.map { "\($0): " } ?? ""
        return "\(file) \(severity): \(entry)\(message)\(remedy.map { " \($0)" } ?? "")"
    }
}
