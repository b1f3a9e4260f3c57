// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension HiveError {
    /// The error for a person at a terminal: a line that says what happened, then a line for each detail.
    ///
    /// What a terminal would not show as it is, is escaped. Where a message or a cause has several lines, those after
    /// the first begin with a bar, so that no line can be taken for another detail.
    public var report: String {
        var lines = ["error: \(message)" + (origin.map { " (\($0))" } ?? "")]
        for problem in problems { lines.append("  \(problem)") }
        for failure in failures { lines += Self.lines(of: failure, label: "cause") }
        if let start, !start.isEmpty {
            lines.append("  phase: \(start.phase)" + (start.module.map { ", module: \($0)" } ?? ""))
            let tornDown = start.started.filter { !start.abandoned.contains($0) }
            lines.append("  set up, and torn down again: \(Self.list(tornDown))")
            if !start.abandoned.isEmpty {
                lines.append("  set up, and abandoned before it could be torn down: \(Self.list(start.abandoned))")
            }
            lines.append("  not set up: \(Self.list(start.notStarted))")
            let path = start.criticalPath
            if !path.isEmpty { lines.append("  critical path: \(path.summary)") }
            for failure in start.rollbackFailures { lines += Self.lines(of: failure, label: "while rolling back") }
            lines += Self.counted(start.undeliveredEvents).map { "  never delivered: \($0)".onOneLine }
        }
        return lines.map(\.markedLines).joined(separator: "\n")
    }

    /// The exit code that tells a shell or a supervisor what kind of failure this is (C41).
    ///
    /// 64 for arguments that nothing reads, where nothing else is wrong; 78 for a configuration that cannot work, also
    /// when a hook of the start throws an error with such a code, ``HiveErrorCode/invalidValue`` for instance;
    /// 75 when a timeout passed, 70 for a failed start, 71 for a failed
    /// stop, 0 for a start that was cancelled on request, and 70 for everything else.
    public var exitCode: Int32 {
        switch code {
        case .cancelled: cancellationExitCode
        case .timedOut: 75
        case .unknownArgument: 64
        case .invalidConfiguration where problems.areUnreadArguments: 64
        case .startFailed where failures.contains(where: \.isConfiguration): 78
        case .startFailed: failures.contains(where: \.isTimeout) ? 75 : 70
        case .stopFailed: failures.contains(where: \.isTimeout) ? 75 : 71
        case _ where Self.configurationCodes.contains(code): 78
        default: 70
        }
    }

    /// What is wrong with what the hive was told to run, also when registering throws it.
    fileprivate static let configurationCodes: Set<HiveErrorCode> = [
        .invalidConfiguration, .fileNotReadable, .invalidPropertyList, .invalidValue, .unknownKey, .unknownClass,
        .notAModule, .needsFactory, .duplicateModule, .duplicateModuleName, .unknownDependency, .disabledDependency,
        .selfDependency, .dependencyCycle, .unprovidedService, .duplicateService, .doesNotConform, .notSendable,
        .invalidScope, .duplicateEventName, .duplicateEntry, .invalidRecord,
    ]

    /// A start that was cancelled ended well if what had begun came down again, and in time.
    private var cancellationExitCode: Int32 {
        let rollbackFailures = start?.rollbackFailures ?? []
        if (failures + rollbackFailures).contains(where: \.isTimeout) { return 75 }
        return rollbackFailures.isEmpty ? 0 : 71
    }

    /// Names in the order in which they come first, each once, with how often it comes.
    private static func counted(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for name in names {
            counts[name, default: 0] += 1
            if counts[name] == 1 { order.append(name) }
        }
        return order.map { name in counts[name].map { $0 > 1 ? "\(name), \($0) times" : name } ?? name }
    }

    private static func lines(of failure: Failure, label: String) -> [String] {
        guard let nested = failure.error as? HiveError else { return ["  \(label): \(failure)"] }
        let head = "  \(label): \(failure.module ?? "hive").\(failure.step)".onOneLine
        return [head] + nested.report.parts(at: "\n").map { "    \($0)" }
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}

extension HiveError {
    /// What errors say last of a hook or handler that was abandoned.
    static func abandonment(after grace: Duration) -> String {
        " It did not return within \(grace.short) after that and was abandoned: nobody waits for it."
    }
}

extension HiveError.StartReport {
    /// Whether nothing was begun and nothing was lost.
    fileprivate var isEmpty: Bool {
        module == nil && started.isEmpty && rollbackFailures.isEmpty && undeliveredEvents.isEmpty
    }
}

extension HiveError.Failure {
    /// Whether it is the configuration that is wrong, such as an option that a module refuses.
    fileprivate var isConfiguration: Bool {
        guard let error = error as? HiveError else { return false }
        return HiveError.configurationCodes.contains(error.code) || error.failures.contains(where: \.isConfiguration)
    }

    /// Whether a timeout passed.
    var isTimeout: Bool {
        guard let error = error as? HiveError else { return false }
        // What a hook asked for may have failed in several steps of its own.
        return error.code == .timedOut || error.failures.contains(where: \.isTimeout)
    }
}

extension [Problem] {
    /// Whether there are errors, and all of them are about arguments that nothing reads.
    package var areUnreadArguments: Bool {
        contains { $0.severity == .error } && errors.allSatisfy { $0.code == .unknownArgument }
    }

    /// The exit code that tells what is wrong: 78, or 64 where that is arguments alone (C41).
    package var exitCode: Int32 { areUnreadArguments ? 64 : errors.isEmpty ? 0 : 78 }
}
