// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// Which property lists of a folder are read, and in which order: a pure function over the names in the folder.
///
/// The order is that of ``all``, the weakest first. Names are compared byte by byte, so that it is the same on every
/// machine.
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

    /// Every path, in the order in which the files are read.
    package var all: [String] { modules + services + dropIns }

    /// Chooses among the names in a folder.
    ///
    /// `modules.plist` and `services.plist` are always among the files, whether they are there or not: reading reports
    /// an absent one. Overlays are when they are there, drop-ins when they are property lists by their names.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - environment: The environment whose overlays count; nil for none.
    ///   - names: The names in the folder.
    ///   - dropIns: The names in the folder's ``dropInFolder``.
    package init(in folder: String, environment: HiveEnvironment?, names: [String], dropIns: [String]) {
        let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        var problems: [Problem] = []
        func files(_ stem: String) -> [String] {
            let base = prefix + stem + ".plist"
            guard let environment else { return [base] }
            let overlay = "\(stem).\(environment).plist"
            if names.contains(overlay) { return [base, prefix + overlay] }
            if let near = Self.nearest(to: environment, stem, among: names) {
                let text = "The environment is \(environment), and there is no \(overlay)."
                let remedy = "If \(near) is meant for it, rename it; as it is, it counts in another environment only."
                let origin = Origin.propertyList(prefix + near, nil)
                problems.append(Problem(.warning, .fileNotReadable, at: origin, text, remedy: remedy))
            }
            return [base]
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
        names.filter(isPropertyList).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The overlays of one stem for any environment, in the order of their bytes.
    static func overlays(_ stem: String, among names: [String]) -> [String] {
        propertyLists(names).filter { name in
            let parts = name.dropLast(".plist".count).split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == stem && HiveEnvironment(String(parts[1])).problemAsFileName == nil
        }
    }

    static func isPropertyList(_ name: String) -> Bool { name.hasSuffix(".plist") && !name.hasPrefix(".") }

    /// The overlay that was probably meant for an environment.
    private static func nearest(to environment: HiveEnvironment, _ stem: String, among names: [String]) -> String? {
        let wanted = environment.name
        var candidates: [String: String] = [:]
        for name in propertyLists(names).reversed() {
            let parts = name.dropLast(".plist".count).split(separator: ".", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (first, second) = (String(parts[0]), String(parts[1]))
            if first == stem {
                if isShortForm(second, wanted) { return name }
                candidates[second] = name
            } else if second == wanted, nearestName(to: first, among: ["modules", "services"]) == stem,
                !["modules", "services"].contains(first)
            {
                return name
            }
        }
        return nearestName(to: wanted, among: candidates.keys).flatMap { candidates[$0] }
    }

    /// Whether one name is the other's beginning: `prod` and `production`.
    private static func isShortForm(_ left: String, _ right: String) -> Bool {
        min(left.count, right.count) > 2 && (left.hasPrefix(right) || right.hasPrefix(left))
    }
}

extension HiveEnvironment {
    /// What keeps the environment's name out of the name of a file; nil when nothing does.
    package var problemAsFileName: String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > 64 { return "is longer than 64 bytes" }
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return isPlain ? nil : "holds something else than ASCII letters, digits, hyphens and underscores"
    }
}
