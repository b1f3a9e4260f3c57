// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension HiveContext {
    /// Describes the running process: its arguments, and its environment variables under a prefix.
    ///
    /// Arguments win over environment variables, and both over property lists. With the prefix `SHOP`, the variable
    /// `SHOP_ENVIRONMENT` or the argument `--environment=production` says where the application runs, and
    /// `SHOP_APPLICATION_KEY` or `--application-key=…` its key. An empty one counts as absent.
    ///
    /// An argument that nothing reads is an error of `Hive.run()`, `Hive.main` and `verify()`: one that is no option of
    /// a module, and no value that a property list states or `values` names (C41, C54). What the program reads itself,
    /// such as words and `-v`, it leaves out of `arguments`; so does a test, whose process has arguments of its own.
    ///
    /// Sockets that systemd hands over are ``HiveContext/inheritedSockets``; what is wrong with them, `verify()` and
    /// the start say.
    ///
    /// `HIVE_DISABLE=TrackingModule,HomeModule` leaves these modules out, whoever declares them; its name has no
    /// prefix.
    ///
    /// ```swift
    /// let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    /// let hive = try Hive(contentsOf: "Config", options: options)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The application's name.
    ///   - prefix: What the names of its environment variables begin with, without the underscore.
    ///   - declared: The keys of values that the program reads and no property list states: `config` is the argument
    ///     `--config=…`, and with the prefix `SHOP` the variable `SHOP_CONFIG`.
    ///   - arguments: The arguments for the hive, without the program's name.
    ///   - variables: The environment variables; nil for those of the process.
    /// - Returns: A context, the same at every call with the same arguments and variables.
    /// - Complexity: O(arguments + variables).
    public static func process(
        name: String,
        prefix: String,
        values declared: [String] = [],
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        variables: [String: String]? = nil
    ) -> HiveContext {
        let variables = variables ?? ProcessVariables.read()
        let inherited = InheritedSocket.read { variables[$0] }
        var values = ConfigurationValues(
            .environmentVariables(variables, prefix: prefix),
            .arguments(arguments)
        )
        values.declare(declared + ["environment", "applicationKey"])
        // A text is there or not; reading one never throws.
        func text(_ key: String) -> String? {
            guard let text = try? values.value(key, as: String.self), !text.isEmpty else { return nil }
            return text
        }
        var context = HiveContext(
            name: name,
            key: text("applicationKey"),
            environment: text("environment").map { HiveEnvironment($0) },
            arguments: arguments,
            values: values,
            disabledModules: names(in: variables["HIVE_DISABLE"]),
            inheritedSockets: inherited.sockets
        )
        context.disabledModulesSource = "HIVE_DISABLE"
        context.inheritedSocketProblems = inherited.problems
        if let name = values.spelling(of: "environment") { context.environmentSource = name }
        return context
    }

    /// Warns of an environment in a variable or an argument whose name is cut short: `SHOP_ENV=production`.
    func shortenedEnvironment(among known: Set<HiveEnvironment>) -> Problem? {
        guard let text = try? values.value("env", as: String.self), known.contains(HiveEnvironment(text)),
            let name = values.spelling(of: "env")
        else { return nil }
        let full = name.utf8.last == UInt8(ascii: "V") ? "\(name)IRONMENT" : "\(name)ironment"
        let message = "\(name) (\(text.quoted)) is not read, so no overlay of \(text) is used."
        let remedy = "Write \(full)=\(text)."
        return Problem(.warning, .invalidValue, at: nil, message, remedy: remedy)
    }

    /// The names in a list with commas, each once.
    private static func names(in list: String?) -> [String] {
        var seen: Set<String> = []
        return (list ?? "").parts(at: ",").compactMap { part in
            let name = String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            return !name.isEmpty && seen.insert(name).inserted ? name : nil
        }
    }
}
