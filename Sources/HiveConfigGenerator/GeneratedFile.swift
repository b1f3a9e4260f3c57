// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveConfig

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the generator makes of a folder of property lists: one Swift file, or the problems that prevent it.
struct GeneratedFile {
    /// Everything wrong and everything doubtful with the property lists, apart from what the compiler finds.
    let problems: [Problem]
    /// The Swift source; nil when there is an error among the problems.
    let source: String?

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - title: What the folder is called in the program, where no path of this machine belongs.
    ///   - planned: The files that the build system watches, by their paths in the folder.
    ///   - visible: The Swift modules that the target sees.
    init(folder: String, title: String, planned: Set<String>, visible: VisibleModules) {
        let read = CompilableFolder(folder)
        let unnameable = read.files.map(\.path).filter { !SourcePlace.canHold($0) }.map { path in
            Problem(
                .error,
                .fileNotReadable,
                at: .propertyList(path, nil),
                "The compiler cannot point to a file of this name.",
                remedy: "Leave quotes, backslashes and control characters out of it."
            )
        }
        let unwatched = read.files.filter { !planned.contains($0.name) }.map { file in
            Problem(
                .warning,
                .fileNotReadable,
                at: .propertyList(file.path, nil),
                "This file is new, and the build was planned without it: a change to it may go unnoticed.",
                remedy: "Touch Package.swift once."
            )
        }
        problems = read.problems + unnameable + unwatched
        guard problems.errors.isEmpty else {
            source = nil
            return
        }
        let names =
            read.names.modules + read.names.dependencies
            + read.names.services.flatMap { [$0.type, $0.implementation].compactMap(\.self) }
        source = """
            // The property lists of \(title.commentText), made by HiveConfigPlugin at each change of them.

            \(visible.imports(for: names).map { "import \($0)" }.joined(separator: "\n"))

            \(CatalogueSource(read.names, visible: visible).text)

            \(Self.configuration(title, read.files))

            """
    }

    private static func configuration(_ title: String, _ files: [CompilableFolder.File]) -> String {
        let lines = files.map { "        \($0.name.swiftLiteral): \"\(Data($0.bytes).base64EncodedString())\"," }
        return """
            extension CompiledConfiguration {
                /// The property lists of this target, as they were when it was built.
                nonisolated static let compiled = CompiledConfiguration(
                    folder: \(title.swiftLiteral),
                    files: [
                \(lines.joined(separator: "\n    "))
                    ],
                    catalogue: .compiled
                )
            }
            """
    }
}
