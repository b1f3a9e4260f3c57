// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HivePlatform
import HiveReports

/// What a client is answered.
enum ControlAnswer: Sendable {
    /// Lines of JSON, each with its end, the last with `"end": true`.
    case lines(String)
    /// It comes later, also when the server has ended, or not at all; begun by the closure, which is told whom to tell.
    case waits(isForStop: Bool, @Sendable (_ tell: @escaping @Sendable (String) -> Void) -> Void)
    /// Lines again and again, until the client goes.
    case watches(StatusWatch)
    /// Nothing: the connection is closed.
    case none

    /// Lines of JSON, and one that says that they are all.
    static func lines(_ lines: [String]) -> ControlAnswer {
        .lines((lines + [end()]).map { $0 + "\n" }.joined())
    }

    /// An answer that modules have to be asked for, in a task of its own.
    ///
    /// Nobody waits for it but the client: it ends by itself, because modules have a time to answer.
    static func asks(_ ask: @escaping @Sendable () async -> String) -> ControlAnswer {
        .waits(isForStop: false) { tell in Task.detached { tell(await ask()) } }
    }

    /// A refusal, and the end in the same line.
    static func refusal(_ text: String) -> ControlAnswer { .lines(end(["error": .string(text)]) + "\n") }

    /// What a client is told that would have the modules asked, or would watch, when as many clients do as may.
    static let busy = failure("Too many others wait for an answer; ask again.")
    /// What a client is told that would wait for a stop when as many clients do as may.
    static let stopping = failure("Too many others wait for an answer already, or for the end of the stop.")
    /// What a client is told that comes when the module is torn down.
    static let ending = failure("ControlModule is being torn down; where the hive stops, nobody is told how.")

    private static func failure(_ text: String) -> String {
        end(["output": "", "errors": .string("error: \(text)\n"), "exitCode": 68]) + "\n"
    }

    /// Answers a line about a hive; nil stands for one that has stopped.
    ///
    /// It takes locks only.
    ///
    /// - Parameters:
    ///   - line: The request, without the end of the line.
    ///   - user: Who asks, for the reason of a stop.
    ///   - hive: The hive.
    ///   - allowed: The operations that the program allows.
    ///   - observer: Is told what is asked.
    init(
        to line: [UInt8],
        of user: uid_t?,
        about hive: Hive?,
        allowing allowed: [ControlModule.Operation],
        _ observer: ControlObserver
    ) {
        let request: ControlRequest
        do { request = try ControlRequest(line: line) } catch {
            self = .refusal("\(error).")
            return
        }
        observer.note(LiveAnswer.known(request.command), of: user)
        guard let hive else {
            self = .none
            return
        }
        if request.command == "status", request.arguments.isEmpty || request.arguments == ["--watch"] {
            let isWatch = !request.arguments.isEmpty
            self = isWatch ? .watches(StatusWatch(hive)) : .lines(hive.statusLines.map(\.json))
            return
        }
        if request.command == "restart", let name = request.arguments.first, ControlModule.isCalled(name) {
            self = .refusal("ControlModule gives this answer, and could not while it is restarted.")
            return
        }
        let words = [request.command] + request.arguments
        do {
            switch try LiveAnswer(words, about: hive, allowing: allowed.map(\.rawValue)) {
            case .found(let result): self = .lines(Self.text(result))
            case .asks(let ask): self = .asks { Self.text(await ask()) }
            case .stops(let result):
                let who = user.map { "user \($0)" } ?? "somebody"
                self = .waits(isForStop: true) { tell in
                    hive.whenEnded { tell(Self.text(result($0))) }
                    hive.requestStop(StopReason("\(who) asked for it by the control socket"))
                }
            }
        } catch {
            self = .refusal("\(error)")
        }
    }

    /// A sign that the answer is being made, or that no further change has been seen; the last one says that no other
    /// follows, because the module is torn down.
    static func sign(isLast: Bool = false) -> String {
        let entries: [String: ConfigurationValue] = isLast ? ["waits": true, "last": true] : ["waits": true]
        return ConfigurationValue.dictionary(entries).json + "\n"
    }

    private static func text(_ result: CommandResult) -> String {
        let entries: [String: ConfigurationValue] = [
            "output": .string(result.output), "errors": .string(result.errors),
            "exitCode": .integer(Int(result.exitCode)),
        ]
        return end(entries) + "\n"
    }

    /// The last line.
    static func end(_ entries: [String: ConfigurationValue] = [:]) -> String {
        let end: [String: ConfigurationValue] = ["end": true, "version": .integer(ControlProtocol.version)]
        return ConfigurationValue.dictionary(entries.merging(end) { $1 }).json
    }
}
