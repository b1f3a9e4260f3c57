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
    /// The modules have to be asked first, in a task of its own.
    case asks(@Sendable () async -> String)
    /// Somebody else answers, when the server may have ended, or nobody, and then the connection is closed.
    case handsOver(@Sendable (ControlConnection) -> Void)
    /// Nothing: the connection is closed.
    case none

    /// Lines of JSON, and one that says that they are all.
    static func lines(_ lines: [String]) -> ControlAnswer {
        .lines((lines + [end([:])]).map { $0 + "\n" }.joined())
    }

    /// A refusal, and the end in the same line.
    static func refusal(_ text: String) -> ControlAnswer { .lines(end(["error": .string(text)]) + "\n") }

    /// What a client is told that would have the modules asked when as many clients do as may.
    static let busy =
        end(["output": "", "errors": "error: Too many others wait for an answer; ask again.\n", "exitCode": 68]) + "\n"

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
        if request.command == "status", request.arguments.isEmpty {
            self = .lines(hive.statusLines)
            return
        }
        if request.command == "restart", let name = request.arguments.first, ControlModule.isCalled(name) {
            self = .refusal("ControlModule gives this answer, and could not while it is restarted.")
            return
        }
        let words = [request.command] + request.arguments
        switch LiveAnswer(words, about: hive, allowing: allowed.map(\.rawValue)) {
        case .found(let result): self = .lines(Self.text(result))
        case .asks(let ask): self = .asks { Self.text(await ask()) }
        case .stops(let result):
            let who = user.map { "user \($0)" } ?? "somebody"
            self = .handsOver { connection in
                // The module is torn down before it is known how the stop went.
                hive.whenEnded { connection.send(Array(Self.text(result($0)).utf8)[...]) }
                hive.requestStop(StopReason("\(who) asked for it by the control socket"))
            }
        case .refusal(let text): self = .refusal(text)
        }
    }

    private static func text(_ result: CommandResult) -> String {
        let entries: [String: ConfigurationValue] = [
            "output": .string(result.output), "errors": .string(result.errors),
            "exitCode": .integer(Int(result.exitCode)),
        ]
        return end(entries) + "\n"
    }

    /// The last line.
    private static func end(_ entries: [String: ConfigurationValue]) -> String {
        let end: [String: ConfigurationValue] = ["end": true, "version": .integer(ControlProtocol.version)]
        return ConfigurationValue.dictionary(entries.merging(end) { $1 }).json
    }
}

extension Hive {
    /// The answer to `status`: a line about the hive, then one for each module in boot order.
    ///
    /// - Complexity: O(modules).
    fileprivate var statusLines: [String] {
        let readiness = readiness
        var head: [String: ConfigurationValue] = [
            "state": .string("\(state)"), "ready": .boolean(readiness.isReady), "uptime": .string(age.brief),
            "name": .string(context.name), "hooks": .array(runningHooks.map { .string($0) }),
            "withheld": .array(readiness.withheld.map { .string("\($0.module ?? "hive"): \($0.reason)") }),
        ]
        if let version = context.version { head["version"] = .string(version) }
        let described = events.descriptions
        head["events"] = [
            "waiting": .integer(events.queuedCount), "refused": .integer(events.refusedCount),
            "delivered": .integer(described.reduce(0) { $0 + ($1.deliveries ?? 0) }),
            "failed": .integer(described.reduce(0) { $0 + $1.failures }),
            "handlers": .integer(described.reduce(0) { $0 + $1.subscribers.reduce(0) { $0 + $1.count } }),
        ]
        head["services"] = .integer(services.descriptions.count)
        let modules = moduleStates.map { module, state -> ConfigurationValue in
            .dictionary(["module": .string(module), "state": .string("\(state)")])
        }
        return [ConfigurationValue.dictionary(["hive": .dictionary(head)]).json] + modules.map(\.json)
    }
}
