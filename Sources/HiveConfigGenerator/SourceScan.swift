// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePropertyList

/// The types that the sources of some Swift modules declare, found in the text without compiling it.
///
/// It only helps to say more where the compiler refuses a name: a type that it misses, or sees in a comment, changes
/// nothing about what compiles.
struct SourceScan {
    /// A declaration as it is written.
    struct Declaration {
        let module: String
        /// The name with those of the types around it.
        let name: String
        let isGeneric: Bool
        /// Whether other Swift modules see it.
        let isVisible: Bool
        let isPrivate: Bool

        var qualifiedName: String { "\(module).\(name)" }
    }

    private var byName: [String: [Declaration]] = [:]

    /// The files and bytes that are read at most.
    private static let limits = (files: 5_000, bytes: 64 * 1024 * 1024)

    /// Reads the sources in folders of Swift modules.
    ///
    /// - Complexity: O(size of the sources), bounded.
    init(_ folders: [(module: String, path: String)]) {
        var (files, bytes) = (0, 0)
        for (module, path) in folders {
            for file in PropertyListFolder.files(endingIn: ".swift", below: path, limit: Self.limits.files - files) {
                // What a catalogue of documentation shows is no part of the module.
                if file.contains(".docc/") { continue }
                guard let text = try? PropertyListFile.bytes(at: file) else { continue }
                (files, bytes) = (files + 1, bytes + text.count)
                if bytes > Self.limits.bytes { return }
                add(text, of: module)
            }
        }
    }

    /// Adds the declarations of one file.
    ///
    /// What is indented more than the type before it counts as being inside that.
    mutating func add(_ text: [UInt8], of module: String) {
        var outer: [(indent: Int, name: String)] = []
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let content = line.drop { $0 == 0x20 || $0 == 0x09 }
            let words = content.prefix(512).split(maxSplits: 12) { $0 == 0x20 || $0 == 0x09 }
            guard let place = words.firstIndex(where: { Self.keywords.contains(String(decoding: $0, as: UTF8.self)) }),
                words.count > place + 1,
                words[..<place].allSatisfy({
                    $0.first == 0x40 || $0.allSatisfy { $0 != 0x2F && $0 != 0x3D && $0 != 0x7D }
                })
            else { continue }
            let rest = words[place + 1]
            let identifier = rest.prefix {
                $0.isASCIIDigit || $0.isASCIILetter || $0 == 0x5F || $0 == 0x2E
            }
            let name = String(decoding: identifier, as: UTF8.self)
            guard TypeName(name) != nil, !["func", "var", "let", "subscript", "init"].contains(name) else { continue }
            let indent = line.count - content.count
            while let last = outer.last, last.indent >= indent { outer.removeLast() }
            let whole = ((outer.map(\.name)) + [name]).joined(separator: ".")
            outer.append((indent, name))
            guard !words[place].elementsEqual("extension".utf8), TypeName(whole) != nil else { continue }
            func has(_ modifiers: String...) -> Bool {
                modifiers.contains { modifier in words[..<place].contains { $0.elementsEqual(modifier.utf8) } }
            }
            let declaration = Declaration(
                module: module,
                name: whole,
                isGeneric: rest.dropFirst(identifier.count).first == UInt8(ascii: "<"),
                isVisible: has("public", "package", "open"),
                isPrivate: has("private", "fileprivate")
            )
            byName[name, default: []].append(declaration)
        }
    }

    private static let keywords: Set<String> = [
        "class", "actor", "struct", "enum", "protocol", "typealias", "extension",
    ]

    /// What may be wrong with a name that the compiler refuses; nil where the sources have it as it is written.
    ///
    /// - Parameters:
    ///   - name: The name in a property list.
    ///   - visible: The Swift modules that the target sees.
    /// - Returns: What to do about it.
    func advice(on name: NamedTypes.Name, _ visible: VisibleModules) -> String? {
        let isQualified = name.components.count > 1 && visible.contains(name.components[0])
        let inner = (isQualified ? name.components.dropFirst() : name.components[...]).joined(separator: ".")
        let candidates = (byName[name.components[name.components.count - 1]] ?? []).filter { $0.name == inner }
        let fitting = candidates.filter { found in
            isQualified
                ? found.module == name.components[0]
                : found.module == visible.own || visible.direct.contains(found.module)
        }
        let modules = Set(fitting.map(\.module)).sorted()
        if modules.count > 1, !modules.contains(visible.own) {
            return "Write \(modules.map { "\($0).\(inner)" }.joined(separator: " or "))."
        }
        if let found = fitting.first {
            if found.isGeneric {
                return """
                    \(inner) is generic. Declare a typealias for it with its arguments, such as typealias Own\(
                    name.components[name.components.count - 1]) = \(inner)<…>, and write that name.
                    """
            }
            if found.isPrivate { return "\(inner) is private. Remove \"private\", so that other files see it." }
            if found.isVisible || found.module == visible.own { return nil }
            return
                "\(inner) is not visible outside of \(found.module). Make it package or public, and its init() as well."
        }
        if let other = candidates.first {
            if visible.contains(other.module) { return "Did you mean \(other.qualifiedName.quoted)?" }
            return
                "\(other.module) declares it. Let \(visible.own) depend on that in Package.swift, or correct the name."
        }
        let all = byName.values.joined()
        if let near = nearestName(to: name.text, among: all.lazy.map(\.qualifiedName))
            ?? nearestName(to: inner, among: byName.keys).flatMap({ byName[$0]?.first?.qualifiedName })
        {
            return "Did you mean \(near.quoted)?"
        }
        let places = Set(all.map(\.module)).intersection(visible.all.union([visible.own])).sorted()
        let unfound =
            places.isEmpty ? "" : " Its declaration was not found in the sources of \(places.joined(separator: ", "))."
        return """
            Correct the spelling, or let \(visible.own) depend on the target that declares it and make it public (or \
            package, in the same package).\(unfound)
            """
    }
}
