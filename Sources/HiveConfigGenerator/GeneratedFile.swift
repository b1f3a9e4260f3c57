// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePropertyList

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
    ///   - planned: The files that the build system watches, and the folder of drop-ins, by their paths in the folder.
    ///   - package: The path of the package, out of which no link may lead; nil to allow that.
    ///   - visible: The Swift modules that the target sees.
    ///   - sources: What their sources declare.
    init(
        folder: String,
        title: String,
        planned: Set<FileName>,
        package: String? = nil,
        visible: VisibleModules,
        sources: @autoclosure () -> SourceScan = SourceScan([])
    ) {
        let read = CompilableFolder(folder)
        let unnameable = read.files.map(\.path).filter { !SourcePlace.canHold($0) }.map { path in
            let remedy = "Leave quotes, backslashes and control characters out of it."
            return Problem.file(path, "The compiler cannot point to a file of this name.", remedy: remedy)
        }
        problems = read.problems + unnameable + Self.unwatched(read, planned) + Self.foreign(read, package)
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

            \(CatalogueSource(read.names, visible: visible, sources: sources()).text)

            \(Self.configuration(title, read.files))

            """
    }

    /// What the build system does not watch, and would build later as it is now, however it has changed.
    ///
    /// An error lets the generator run again at the next build; what follows from a warning would be kept.
    private static func unwatched(_ read: CompilableFolder, _ planned: Set<FileName>) -> [Problem] {
        let files = read.files.map { (name: $0.name, path: $0.path) }
        let folders = read.dropInFolder.map { [(name: ConfigurationFiles.dropInFolder, path: $0)] } ?? []
        return (files + folders).filter { !planned.contains(FileName($0.name)) }.map { file in
            let text = "The build was planned before this was there, so no change to it would be noticed."
            return .file(file.path, text, remedy: "Build again; if that does not help, touch Package.swift.")
        }
    }

    /// What a link leads to outside of the package: nobody who reads the package sees what is compiled into it.
    private static func foreign(_ read: CompilableFolder, _ package: String?) -> [Problem] {
        guard let package, let root = PropertyListFile.realPath(package) else { return [] }
        return read.files.compactMap { file in
            guard let path = PropertyListFile.realPath(file.path), FileName(path).inside(root) == nil else {
                return nil
            }
            let text = "This is a link out of the package, to \(path.quoted)."
            return .file(file.path, text, remedy: "Put a copy of that file here.")
        }
    }

    private static func configuration(_ title: String, _ files: [CompilableFolder.File]) -> String {
        let lines = files.map { "        (\($0.name.swiftLiteral), \"\(Base64.encode($0.bytes))\")," }
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
