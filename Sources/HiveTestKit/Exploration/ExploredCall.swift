// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
/// Which call of `explore` in which test.
struct ExploredCall {
    let fileID: String
    let function: String
    let line: Int
    let column: Int
    let name: String

    var description: String { "\(fileID):\(line):\(column)" + (name.isEmpty ? "" : " (\(name))") }

    /// A regular expression for exactly the test.
    var filter: String {
        let parts = fileID.unicodeScalars.split(separator: "/").map { String($0) }
        let function = Self.escaped(function)
        return "^\(Self.escaped(parts[0]))\\.(.*/)?`?\(function)`?/\(Self.escaped(parts[parts.count - 1])):"
    }

    /// What `swift test` is told to run the test, as a person would write it.
    var shortFilter: String {
        let name = String(function.unicodeScalars.prefix { $0 != "(" })
        return name.unicodeScalars.contains(" ") ? "'\(name)'" : name
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if #"\.^$*+?()[]{}|/"#.unicodeScalars.contains(scalar), scalar != "/" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}

#endif
