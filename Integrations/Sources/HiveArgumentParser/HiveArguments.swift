// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import ArgumentParser

/// What a hive reads itself among the options of a command: `--Module.option=value`, and `--key=value` for the
/// application's values.
///
/// ```swift
/// struct Serve: AsyncParsableCommand {
///     @OptionGroup var arguments: HiveArguments
///
///     func run() async throws { try await Shop.makeHive(arguments: arguments.values).run() }
/// }
/// ```
///
/// The command's own options and arguments win: what is left over behind its arguments belongs to the hive. What does
/// not have the form of these is an error, so that a misspelt option of the command is none of the hive's. Whether a
/// module has the option, and what it may hold, the hive says when it is verified or started (C54).
///
/// A hive takes 1,000 arguments at most, because the time that the parser takes grows with the square of their number.
/// A ``HiveProgram`` refuses longer command lines before they are parsed.
public struct HiveArguments: ParsableArguments, Sendable {
    // What no other option or argument takes.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "An option of a module, or a value of the application (--key=value).",
            valueName: "--Module.option=value"
        ),
        completion: .list([])
    )
    private var unrecognized: [String] = []

    /// Creates arguments that say nothing.
    public init() {}

    /// The arguments as `HiveContext.process(name:prefix:arguments:)` reads them, in their order.
    public var values: [String] { unrecognized }

    /// Refuses what has not the form of an argument for a hive, and too many; called by the parser.
    ///
    /// - Throws: `ValidationError`, which names the first one.
    public func validate() throws {
        guard unrecognized.count <= Self.limit else { throw Self.tooMany }
        guard let place = unrecognized.firstIndex(where: { !Self.isForHive($0) }) else { return }
        let (wrong, previous) = (unrecognized[place], place > 0 ? unrecognized[place - 1] : "")
        let what =
            if Self.isOption(wrong) {
                "Unknown option '\(Self.shown(wrong))'."
            } else if Self.isOption(previous), !previous.unicodeScalars.contains("=") {
                // It may be the value of that one, and secret.
                "Unknown argument behind '\(Self.shown(previous))'."
            } else {
                "Unknown argument '\(Self.shown(wrong))'."
            }
        throw ValidationError("\(what) For the hive, write --Module.option=value, or --key=value for a value.")
    }

    private static func isOption(_ argument: String) -> Bool { argument.utf8.first == UInt8(ascii: "-") }

    /// Refuses a command line with too many arguments for the hive, and reads no further than to the first that is too
    /// many.
    ///
    /// Those with a dot in their name are no others than the hive's. An option of a command may have the form of a
    /// value of the application, and be repeated; but there are not as many names of them.
    static func checkCount(_ line: some Sequence<String>) throws {
        var count = 0
        var names: Set<String> = []
        for argument in line where isForHive(argument) {
            let name = argument.unicodeScalars.prefix { $0 != "=" }
            if name.contains(".") { count += 1 } else { names.insert(String(name)) }
            guard count + names.count <= limit else { throw tooMany }
        }
    }

    private static var limit: Int { 1000 }
    private static var tooMany: ValidationError {
        ValidationError("There are more than \(limit) arguments for the hive.")
    }

    /// A key with a value, or an option of a module, which may be a truth value.
    private static func isForHive(_ argument: String) -> Bool {
        argument.utf8.starts(with: "--".utf8)
            && argument.unicodeScalars.dropFirst(2).contains { $0 == "=" || $0 == "." }
    }

    /// An argument up to its value, on one line and shortened; what a terminal would not show is escaped.
    ///
    /// Behind the one letter of an option such as `-p` its value may stand without a sign.
    private static func shown(_ argument: String) -> String {
        let isShort = isOption(argument) && !argument.utf8.starts(with: "--".utf8)
        let name = isShort ? argument.unicodeScalars.prefix(2) : argument.unicodeScalars.prefix { $0 != "=" }
        let shown = name.prefix(80).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(scalar)
            }
        }
        let isCut = name.count > 80 || isShort && argument.unicodeScalars.count > 2
        return shown.joined() + (isCut ? "…" : "")
    }
}
