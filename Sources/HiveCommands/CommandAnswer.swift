// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HiveConfig
import HiveReports
import HiveRouting

/// What a command says of a hive as it is, whether it was made for the question or runs.
enum CommandAnswer: Sendable {
    /// It waited for nothing but locks.
    case found(CommandReport)
    /// The modules have to be asked.
    case asks(@Sendable () async throws -> CommandReport)

    /// Answers, or says how it is to be answered.
    ///
    /// - Throws: `CommandRequest.Mistake` for a name that nothing has, and for what is not asked of a hive in this way.
    init(_ command: Command, _ request: CommandRequest, _ hive: Hive) throws {
        self =
            switch command {
            case .verify: .found(.verify(.success(hive), request))
            case .why: .found(try .why(request.subject ?? "", of: hive))
            case .options: .found(try .options(request.subject, of: hive))
            case .schema: .found(try .schema(request.subject ?? "", of: hive))
            case .diff: .found(try .diff(request.subject ?? "", of: hive))
            case .order: .found(.order(hive.startPlan()))
            case .graph: .found(.graph(hive.graph, isDot: request.form == "--dot"))
            case .config:
                .found(.config(hive.configuration, hive, showsOrigins: request.options.contains("--origin")))
            case .services: .found(.services(hive.services.descriptions))
            case .actions: .found(try .actions(hive.actions.targets()))
            case .routes: .found(try .routes(hive.routes.routes()))
            case .blame: .found(.blame(hive.timeline))
            case .timeline: .found(.timeline(hive.timeline, request.form))
            case .health: .asks { .health(try await hive.health(), hive.readiness) }
            // It has no other form.
            case .page: .asks { CommandReport(text: await hive.page(), json: "") }
            case .list: .found(.list(hive.modules.descriptors, hive.timeouts))
            case .reload: .asks { try await .reload(hive) }
            case .restart: try .restart(request.subject ?? "", of: hive)
            case .convert, .status, .stop:
                throw CommandRequest.Mistake(description: "\(command) has no answer here.")
            }
    }

    var report: CommandReport {
        get async throws {
            switch self {
            case .found(let report): report
            case .asks(let ask): try await ask()
            }
        }
    }
}

extension CommandResult {
    /// The answer to what is known without a module, and on standard error what is wrong with the hive.
    init(_ command: Command, _ report: CommandReport, _ request: CommandRequest, of hive: Hive) {
        guard command.need == .nothing, command != .verify else {
            self.init(report, request)
            return
        }
        let problems = hive.verify(besides: request.words).errors
        let errors = problems.map { "\($0)".onOneLine + "\n" }.joined()
        self.init(report, request, errors: errors, exitCode: problems.isEmpty ? report.exitCode : problems.exitCode)
    }
}

/// The answer of a hive that runs to who asks it from outside (C65).
package enum LiveAnswer: Sendable {
    /// It waited for nothing but locks, so that it is given while every thread of the pool is blocked.
    case found(CommandResult)
    /// The modules have to be asked.
    case asks(@Sendable () async -> CommandResult)
    /// The hive is to stop; the closure makes the result from what the stop throws.
    case stops(@Sendable ((any Error)?) -> CommandResult)

    /// A command as it may be told to observers: what is none may be anything, and is not repeated.
    package static func known(_ word: String) -> String { Command(rawValue: word)?.rawValue ?? "no command" }

    /// Answers a question by the code that answers it about a hive that was made for it.
    ///
    /// - Parameters:
    ///   - words: The command and what stands behind it, from outside.
    ///   - hive: A hive that runs, starts or stops.
    ///   - allowed: The words of the operations that the program allows.
    /// - Throws: Why nothing fits the question; a person reads it.
    package init(_ words: [String], about hive: Hive, allowing allowed: [String]) throws {
        let request = try CommandRequest(["--live"] + words)
        guard let command = request.command else {
            throw CommandRequest.Mistake(description: "help has no answer here.")
        }
        if command.isOperation, !allowed.contains(command.rawValue) {
            let how = "the options of its ControlModule have to state allows: [\"\(command)\"]."
            throw CommandRequest.Mistake(description: "the program does not allow \(command): \(how)")
        }
        let failed: @Sendable (any Error) -> CommandResult = { CommandResult(failure: $0, isJSON: request.wantsJSON) }
        if command == .stop {
            self = .stops { error in
                // A start that was told to stop has ended well.
                guard let error, (error as? HiveError)?.exitCode != 0 else { return CommandResult(.stop, request) }
                return failed(error)
            }
            return
        }
        do {
            switch try CommandAnswer(command, request, hive) {
            case .found(let report): self = .found(CommandResult(command, report, request, of: hive))
            case .asks(let ask):
                self = .asks {
                    do {
                        return CommandResult(command, try await ask(), request, of: hive)
                    } catch {
                        return failed(error)
                    }
                }
            }
        } catch let error where !(error is CommandRequest.Mistake) {
            self = .found(failed(error))
        }
    }
}
