// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive

/// Asks a hive that runs, in another process, by its control socket (C65).
struct LiveClient: Sendable {
    /// The program's name, for a person.
    let program: String
    /// Where it is asked: the first place at which somebody answers counts.
    let places: [String]
    var identity = LiveConnection.Identity()
    /// How long an answer may take that waits for nothing, or a sign of one that does, in milliseconds.
    var patience = 10_000
    /// Takes what is told as it comes, and says with which exit code to end, if it is to end; without it, everything
    /// is returned at the end.
    var tell: (@Sendable (String) -> Int32?)?

    /// Asks, and returns what there is to print; it waits on a thread of its own.
    func result(_ command: Command, _ request: CommandRequest, on display: Display) async -> CommandResult {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "hive.client").async {
                continuation.resume(returning: answer(command, request, on: display))
            }
        }
    }

    /// Asks, and waits in the calling thread.
    func answer(_ command: Command, _ request: CommandRequest, on display: Display = Display()) -> CommandResult {
        var faults: [(path: String, fault: ControlFault)] = []
        for path in places {
            do {
                let connection = try LiveConnection(to: path, as: identity)
                do {
                    return try answer(command, request, over: connection, on: display)
                } catch {
                    return silence([(path, error)], request)
                }
            } catch {
                faults.append((path, error))
            }
        }
        return silence(faults, request)
    }

    private func answer(
        _ command: Command,
        _ request: CommandRequest,
        over connection: LiveConnection,
        on display: Display
    ) throws(ControlFault) -> CommandResult {
        try connection.send(request.line(command))
        var deadline: Int? = ControlProtocol.now + patience
        var objects: [[String: ConfigurationValue]] = []
        var watch = request.isWatch ? StatusChanges(display, isJSON: request.wantsJSON) : nil
        var (output, isWaiting) = ("", false)
        while let line = try connection.line(until: deadline) {
            let object: [String: ConfigurationValue]
            do { object = try ControlProtocol.object(line) } catch {
                throw ControlFault("is answered by no hive: a line \(error)")
            }
            if case .string(let text)? = object["error"] {
                return HiveCommandLine.refusal(text.onOneLine, program)
            }
            if object["waits"] == true {
                // Its module is torn down before the end of a stop, which takes as long as it takes.
                deadline = object["last"] == true ? nil : ControlProtocol.now + patience
                isWaiting = true
                let text = try watch?.text(objects) ?? ""
                if let code = tell?(text) { return CommandResult(output: "", errors: "", exitCode: code) }
                if tell == nil { output += text }
                objects = []
                connection.beginAnew()
                continue
            }
            guard object["end"] == true else {
                objects.append(object)
                continue
            }
            guard object["version"] == .integer(ControlProtocol.version) else {
                throw ControlFault("speaks another version of the protocol than this program")
            }
            // One that is refused has no status.
            if object["exitCode"] != nil { return try Self.result(object) }
            if let watch { return watch.result(behind: output) }
            if command == .status { return CommandResult(try LiveStatus(objects).report(on: display), request) }
            return try Self.result(object)
        }
        if command == .stop, isWaiting {
            let text = "error: the process of \(program) has ended before its hive had stopped; its log says why\n"
            return CommandResult(output: "", errors: text, exitCode: 71)
        }
        throw ControlFault("has closed before the end of its answer")
    }

    /// The result in the last line; what a terminal would not show as it is, is escaped.
    private static func result(_ object: [String: ConfigurationValue]) throws(ControlFault) -> CommandResult {
        guard case .string(let output)? = object["output"], case .string(let errors)? = object["errors"],
            case .integer(let code)? = object["exitCode"], let code = UInt8(exactly: code)
        else { throw ControlFault("is answered by no hive: the answer has no output, errors and exitCode") }
        return CommandResult(output: output.printable, errors: errors.printable, exitCode: Int32(code))
    }

    /// What is said when nobody answers, or nobody to be believed.
    private func silence(_ faults: [(path: String, fault: ControlFault)], _ request: CommandRequest) -> CommandResult {
        let without = "it does not run, or does not have ControlModule"
        var text = "no hive of \(program) answers"
        let isAbsent = faults.allSatisfy(\.fault.isAbsence)
        if let only = faults.first, faults.count == 1 {
            let path = only.path.onOneLine
            text += isAbsent ? " at \(path): \(without)" : ": \(path) \(only.fault.description.onOneLine)"
        } else {
            let lines = faults.map { "\n  \($0.path) \($0.fault)".printable }.joined()
            text += isAbsent ? ": \(without). Asked were" : ". Asked were"
            text += lines + "\nWith --socket PATH another place is asked."
        }
        return CommandResult(
            output: request.wantsJSON ? CommandReport.failure(ControlFault(text)).json : "",
            errors: "error: \(text)\n",
            exitCode: 68
        )
    }
}

extension String {
    /// The text with its lines, each of which a terminal shows as it is.
    var printable: String { parts(at: "\n").map(\.onOneLine).joined(separator: "\n") }
}
