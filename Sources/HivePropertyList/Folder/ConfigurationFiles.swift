// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// Which property lists of a folder are read, and in which order: a pure function over the names in the folder.
///
/// The order is that of the properties, the weakest first. Names are compared byte by byte, so that it is the same on
/// every machine.
package struct ConfigurationFiles: Hashable, Sendable {
    /// The folder of drop-ins, inside the configuration's folder.
    package static let dropInFolder = "Hive.d"

    /// The paths of files in the form of `modules.plist`.
    package let modules: [String]
    /// The paths of files in the form of `services.plist`.
    package let services: [String]
    /// The paths of drop-ins, each in either form.
    package let dropIns: [String]
    /// Files that look as if they were meant to be read and are not.
    package let problems: [Problem]

    /// Chooses among the names in a folder.
    ///
    /// `modules.plist` and `services.plist`, or `.json`, are always among the files, whether they are there or not:
    /// reading reports an absent one. Overlays are when they are there, drop-ins by the ending of their names.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - environment: The environment whose overlays count; nil for none.
    ///   - source: What states the environment, for messages.
    ///   - names: The names in the folder.
    ///   - dropIns: The names in the folder's ``dropInFolder``.
    package init(
        in folder: String,
        environment: HiveEnvironment?,
        statedBy source: String? = nil,
        names: [String],
        dropIns: [String]
    ) {
        let (prefix, present) = (FileName.prefix(folder), Set(names.map(FileName.init)))
        func name(_ stem: String) -> String? {
            FileName.endings.lazy.map { stem + $0 }.first { present.contains(FileName($0)) }
        }
        // A file that is missing is asked for in the form of the other one.
        let form = ["modules", "services"].lazy.compactMap(name).first.flatMap { FileName($0).ending }
        var problems: [Problem] = []
        func files(_ stem: String) -> [String] {
            let base = name(stem) ?? stem + (form ?? FileName.endings[0])
            guard let environment else { return [prefix + base] }
            let stemOfOverlay = "\(stem).\(environment)"
            if let overlay = name(stemOfOverlay) { return [prefix + base, prefix + overlay] }
            let overlay = stemOfOverlay + (FileName(base).ending ?? "")
            // Where whoever states the environment has an unusual name for it, the hive says so, which knows all names.
            if source == nil || Vocabulary.environments.contains(environment.name),
                let near = Self.nearest(to: environment, stem, among: names)
            {
                let place = source.map { " (\($0))" } ?? ""
                let text = "The environment is \(environment)\(place), and there is no \(overlay)."
                let remedy = "If \(near) is meant, correct the name of the environment, or that of the file."
                problems.append(.file(prefix + near, text, remedy: remedy, .warning))
            }
            return [prefix + base]
        }
        modules = files("modules")
        services = files("services")
        self.dropIns = Self.propertyLists(dropIns).map { "\(prefix)\(Self.dropInFolder)/\($0)" }
        self.problems = problems
    }

    /// The names that count as property lists, in the order of their bytes.
    ///
    /// Hidden files do not count, nor what editors leave beside a file: `x.plist~` and `#x.plist#` end otherwise.
    static func propertyLists(_ names: [String]) -> [String] {
        names.map(FileName.init).filter { $0.ending != nil }.sorted().map(\.text)
    }

    /// The overlays of one stem for any environment, in the order of their bytes.
    static func overlays(_ stem: String, among names: [String]) -> [String] {
        propertyLists(names).filter { name in
            guard let parts = FileName(name).stemAndEnvironment, FileName(parts.stem) == FileName(stem) else {
                return false
            }
            return HiveEnvironment(parts.environment).fault == nil
        }
    }

    /// Whether a name in the configuration's own folder is one that is read, in either format, with these overlays.
    ///
    /// As long as `modules.plist` may still say which overlays count, those of any environment are.
    static func isRead(_ name: String, _ overlays: OverlayChoice) -> Bool {
        let file = FileName(name)
        let stems = ["modules", "services"]
        if file.withoutEnding.map(stems.contains) == true { return true }
        guard let (stem, environment) = file.stemAndEnvironment, stems.contains(stem) else { return false }
        return switch overlays {
        case .stated(let stated, _), .fixed(let stated?): FileName(environment) == FileName(stated.name)
        case .fixed(nil): false
        case .fromFile: true
        }
    }

    /// Complains of files that are there in both formats, of which nobody can say which one is meant.
    static func doubled(_ names: [String], in folder: String) -> [Problem] {
        let (first, second) = (FileName.endings[0], FileName.endings[1])
        return propertyLists(names).compactMap { name -> Problem? in
            guard let stem = FileName(name).withoutEnding, FileName(name).isJSON, names.contains(stem + first),
                ["modules", "services"].contains(FileName(name).stemAndEnvironment?.stem ?? stem)
            else { return nil }
            let text = "There are both \(stem)\(first) and \(stem)\(second)."
            let remedy = "Keep one of them; hive convert writes one as the other."
            return .file(FileName.prefix(folder) + name, text, remedy: remedy)
        }
    }

    /// Warns of files that are called nearly as one that is read, and are not read in any environment:
    /// `module.production.plist`, `modules-production.plist`.
    static func misnamed(_ names: [String], in folder: String) -> [Problem] {
        propertyLists(names).compactMap { name -> Problem? in
            let (bytes, ending) = (Array((FileName(name).withoutEnding ?? "").utf8), FileName(name).ending ?? "")
            let stem = bytes.prefix(while: \.isASCIILetter)
            let rest = bytes.dropFirst(stem.count)
            let scalars = stem.map { Unicode.Scalar($0 | 0x20) }
            let meant = ["modules", "services"].first {
                editDistance(scalars, Array($0.unicodeScalars), limit: 1) != nil
            }
            guard let meant, rest.first != UInt8(ascii: " ") else { return nil }
            let isOverlay = rest.first == UInt8(ascii: ".") || rest.isEmpty
            if stem.elementsEqual(meant.utf8), isOverlay { return nil }
            let right = Array(meant.utf8) + (rest.isEmpty ? [] : [UInt8(ascii: ".")] + rest.dropFirst())
            let remedy =
                "Rename it to \(String(decoding: right, as: UTF8.self).onOneLine)\(ending), or keep it elsewhere."
            return .file(FileName.prefix(folder) + name, "The file is not read.", remedy: remedy, .warning)
        }
    }

    /// The overlay that was probably meant for an environment.
    private static func nearest(to environment: HiveEnvironment, _ stem: String, among names: [String]) -> String? {
        let wanted = environment.name
        var candidates: [String: String] = [:]
        for name in propertyLists(names).reversed() {
            guard let (first, second) = FileName(name).stemAndEnvironment else { continue }
            guard first == stem else { continue }
            if isShortForm(second, wanted) { return name }
            candidates[second] = name
        }
        return nearestName(to: wanted, among: candidates.keys).flatMap { candidates[$0] }
    }

    /// Whether one name is the other's beginning: `prod` and `production`.
    private static func isShortForm(_ left: String, _ right: String) -> Bool {
        min(left.count, right.count) > 2 && (left.begins(with: right) || right.begins(with: left))
    }
}
