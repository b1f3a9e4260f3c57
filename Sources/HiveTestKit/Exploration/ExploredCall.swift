// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
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
        // A name that is no identifier stands between backticks, with its parameters behind them.
        let parameters = function.unicodeScalars.firstIndex(of: "(") ?? function.endIndex
        let (name, rest) = (Self.escaped(bareName), Self.escaped(String(function[parameters...])))
        return "^\(Self.escaped(parts[0]))\\.(.*/)?`?\(name)`?\(rest)/\(Self.escaped(parts[parts.count - 1])):"
    }

    /// What `swift test` is told to run the test, as a person would write it.
    var shortFilter: String {
        bareName.unicodeScalars.contains(" ") ? "'\(bareName)'" : bareName
    }

    private var bareName: String {
        String(String.UnicodeScalarView(function.unicodeScalars.prefix { $0 != "(" }.filter { $0 != "`" }))
    }

    private static func escaped(_ text: String) -> String {
        let special = #"\.^$*+?()[]{}|"#.unicodeScalars
        return text.unicodeScalars.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

#endif
