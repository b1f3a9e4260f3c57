// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux)
import Foundation
import Testing

/// The program itself, as a process: what only a process has.
@Suite(.timeLimit(.minutes(5)))
struct ExecutableTests {
    /// What a test does when a line has been printed.
    private enum Step: Sendable {
        case signal(Int32)
        case write(String)
        case close
        /// Nobody reads what is printed any more; writes a text again and again, until the program complains.
        case stopReading(andWrite: String)
    }

    private static let orders = "Config/Trouble/orders.jsonl"

    /// Runs the program; when it has printed a text, takes the step that belongs to it.
    private func run(
        _ arguments: String...,
        closing: String = "",
        variables: [String: String] = [:],
        steps: [(text: String, step: Step)] = []
    ) async throws -> ShopRun {
        try await run("SampleModules", arguments, closing: closing, variables: variables, steps: steps)
    }

    /// Runs a program of the package.
    private func run(
        _ program: String,
        _ arguments: [String],
        closing: String = "",
        variables: [String: String] = [:],
        steps: [(text: String, step: Step)] = []
    ) async throws -> ShopRun {
        // On a thread of its own, because reading blocks.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runOnThread(program, arguments, closing, variables, steps) })
            }
        }
    }

    private func runOnThread(
        _ name: String,
        _ arguments: [String],
        _ closing: String,
        _ variables: [String: String],
        _ steps: [(text: String, step: Step)]
    ) throws -> ShopRun {
        let process = Process()
        // Built next to the tests.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent(name)
        process.currentDirectoryURL = URL(fileURLWithPath: PackageFolder.path)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.arguments = ["-c", #"exec "$0" "$@" "# + closing, program.path] + arguments
        _ = Self.hearsAll
        let (stdin, stdout, stderr) = try Self.spawning.withLock {
            let (stdin, stdout, stderr) = (try ClosedPipe(), try ClosedPipe(), try ClosedPipe())
            process.standardInput = stdin.read
            process.standardOutput = stdout.write
            process.standardError = stderr.write
            try process.run()
            return (stdin, stdout, stderr)
        }
        // The program has these ends now; while they are open here, nobody sees the end of its output. That of its
        // input stays open: writing to a program that has ended must not end the tests.
        for end in [stdout.write, stderr.write] { try end.close() }
        var output = Data()
        var (isClosed, isReading) = (false, true)
        var rest = steps[...]
        repeat {
            let printed = String(decoding: output, as: UTF8.self)
            while let (text, step) = rest.first, text.isEmpty || printed.contains(text) {
                rest.removeFirst()
                switch step {
                case .signal(let number): kill(process.processIdentifier, number)
                // Small enough for a pipe, so nobody waits for anybody.
                case .write(let text): try stdin.write.write(contentsOf: Data(text.utf8))
                case .close:
                    try stdin.write.close()
                    isClosed = true
                case .stopReading(let text):
                    try stdout.read.close()
                    isReading = false
                    // Once may not be enough: a process that another test starts holds the other end for a moment.
                    var complaint = pollfd(fd: stderr.read.fileDescriptor, events: Int16(POLLIN), revents: 0)
                    repeat { try stdin.write.write(contentsOf: Data(text.utf8)) } while poll(&complaint, 1, 20) == 0
                }
            }
            if !isReading { break }
            // The suite's time limit cannot end this thread.
            var wait = pollfd(fd: stdout.read.fileDescriptor, events: Int16(POLLIN), revents: 0)
            if poll(&wait, 1, 240_000) == 0 { kill(process.processIdentifier, SIGKILL) }
            let next = stdout.read.availableData
            if next.isEmpty { break }
            output += next
        } while true
        let errors = try stderr.read.readToEnd() ?? Data()
        process.waitUntilExit()
        if !isClosed { try stdin.write.close() }
        #expect(rest.isEmpty, "never printed: \(rest.first?.text ?? "")")
        return ShopRun(
            exitCode: process.terminationStatus,
            output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self)
        )
    }

    /// Lets the programs hear of every signal: the tests may have been started to ignore some, which is inherited.
    private static let hearsAll: Void = {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    }()

    /// Held while pipes are made and while a process is, which would inherit a pipe that is not marked yet.
    private static let spawning = NSLock()

    /// A pipe that no other process inherits: one that did would keep a reader waiting for the end.
    private struct ClosedPipe {
        let read: FileHandle
        let write: FileHandle

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            read = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            write = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        }
    }

    // C54
    @Test func variablesReachTheOptionsOfModules() async throws {
        let wrong = try await run("--orders", Self.orders, variables: ["SHOP_CART_MAXIMUM_LINE": "4711"])
        #expect(wrong.exitCode == 78)
        #expect(wrong.errors.contains("SHOP_CART_MAXIMUM_LINE: error: This environment variable fits no option"))
        #expect(wrong.errors.contains("Did you mean SHOP_CART_MAXIMUM_LINES?"))
        #expect(!wrong.errors.contains("4711"))
        let out = try await run("--orders", Self.orders, variables: ["SHOP_CART_MAXIMUM_LINES": "4711"])
        #expect(out.exitCode == 78)
        let text = "SHOP_CART_MAXIMUM_LINES: error: Option maximumLines of CartModule: expected 1 to 1000"
        #expect(out.errors.contains(text))
        let right = try await run("hive", "config", "--origin", variables: ["SHOP_CART_MAXIMUM_LINES": "17"])
        #expect(right.exitCode == 0)
        let line = "module CartModule: options.maximumLines = 17 [SHOP_CART_MAXIMUM_LINES], hides Config/modules.plist:"
        #expect(right.output.contains(line))
    }

    @Test func needsNoArgumentsInThePackage() async throws {  // C41
        let run = try await run()
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.paragraph("Modules down").count == 6)
        #expect(run.paragraph("Not processed").isEmpty)
    }

    @Test func readsStandardInput() async throws {
        let order = #"{"id":"A-1","customer":"Ada","lines":[{"sku":"MUG","quantity":1}]}"#
        let run = try await run("--orders", "-", steps: [("", .write("\(order)\nnonsense\n")), ("", .close)])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("read 2: accepted 1, rejected 0, malformed 1"))
    }

    @Test func tellsAShellWhatIsWrong() async throws {  // C41
        #expect(try await run("--nonsense").exitCode == 64)
        #expect(try await run("--config", "Sources").exitCode == 78)
        #expect(try await run("--orders", "Sources").exitCode == 66)
    }

    // C41: the exit code, and the words that lead on.
    @Test(
        arguments: [
            (0, "By customer", ""), (0, "usage: SampleModules", "--help"), (64, "--oders", "--oders x"),
            (64, "There is nothing at this address.", "open shop://TrackingService/activity"),
            (70, "This is not allowed.", "open shop://Trade/quote?sku=tea&quantity=21"),
            (70, "unknown product coal", #"call Trade quote {"sku":"coal","quantity":3}"#),
            (66, "absent-orders", "--orders absent-orders.jsonl"), (78, "absent-folder", "--config absent-folder"),
            (64, "Did you mean --Server.port?", "serve --Server.prt=1"),
            (78, "expected 0 to 65535, found 70000", "serve --Server.port=70000"),
            (0, "ServerModule    healthy", "serve hive health"),
            (64, #"there is no command "verfy"; did you mean verify?"#, "hive verfy"),
            (64, #"there is no command "\u{1B}[2J""#, "hive \u{1B}[2J"),
            (78, "There is no file", "--config absent-folder hive verify"),
            (70, "failed in initialize", "--overlay Config/Trouble/failing-module.plist hive blame"),
            // What comes after setUp is not what the others are about.
            (
                0, "HiveSampleTradeInterface.TradeService",
                "--overlay Config/Trouble/failing-module.plist hive services"
            ), (75, "TroubleModule took longer", "--overlay Config/Trouble/hanging-module.plist hive blame"),
        ] as [(Int32, String, String)]
    )
    func endsWithACodeAndSaysWhy(code: Int32, text: String, arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await run("SampleModules", words, closing: "</dev/null")
        #expect(run.exitCode == code)
        #expect((run.output + run.errors).contains(text))
    }

    // C57: exactly the answer, and nothing beside it.
    @Test(
        arguments: [
            (
                "open shop://orders/42?verbose=true",
                """
                Order 42, A-1044: 4 things, 55.00 to pay
                  1 × Honey (HONEY): 7.80
                  2 × Coffee beans (COFFEE-BEANS): 25.80
                  1 × Mug (MUG): 8.50
                  shipping: 12.90

                """
            ), ("open shop://today/sales/rejected", "14 orders rejected\n"),
            (
                #"call Labels print {"customer":"Ada","sender":"A\u0020friend"}"#, "No. 1, to Ada, from A friend\n"
            ),
            (
                #"call Trade quote {"sku":"tea","quantity":3}"#,
                #"{"goods":1350,"name":"Tea of the day","quantity":3,"shipping":490,"sku":"tea","total":1840}"# + "\n"
            ),
            // The catalogue calls a closure of the trade's.
            ("call Trade scarce {}", #"["Tea sampler: 9 left","Honey: 7 left"]"# + "\n"),
            ("hive order --json", orderInJSON + "\n"),
        ]
    )
    func answersInOnePiece(arguments: String, answer: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await run("SampleModules", words, closing: "</dev/null")
        #expect(run.exitCode == 0)
        #expect(run.output == answer)
        #expect(run.errors.isEmpty)
    }

    private static let orderInJSON = """
        {"longestChain":["CatalogModule","CartModule","TradeModule","HomeModule"],"longestSequence":["CatalogModule",\
        "TrackingModule","CartModule","TradeModule","HomeModule"],"modules":["CatalogModule","TrackingModule",\
        "CartModule","TradeModule","HomeModule"],"slowestSequence":["CatalogModule","TrackingModule","CartModule",\
        "TradeModule","HomeModule"],"version":2,"worstCaseSeconds":450}
        """

    // C41, C57: a program that lets Hive answer and end the process.
    @Test func aProgramLetsHiveAnswer() async throws {
        let order = try await run("Commands", ["hive", "order"])
        #expect(order.exitCode == 0)
        #expect(order.output == "1. StockModule\na start takes at most: 90 s\n")
        let misspelt = try await run("Commands", ["hive", "orders"])
        #expect(misspelt.exitCode == 64)
        #expect(misspelt.errors.contains("shop hive --help lists the commands."))
        // An answer that cannot be written is none.
        #expect(try await run("Commands", ["hive", "list"], closing: ">/dev/full").exitCode == 74)
    }

    // C41: the same input by standard input gives the same totals, and no progress is printed into a pipe.
    @Test func readsTheSameFromAFileAndFromStandardInput() async throws {
        let file = try await run("--orders", Self.orders)
        let piped = try await run("SampleModules", ["--orders", "-"], closing: "<" + Self.orders)
        #expect(!file.output.contains("\r"))
        #expect(file.paragraph("Orders").count > 1)
        #expect(file.paragraph("Orders") == piped.paragraph("Orders"))
    }

    // C5, C41: the person is told whose fault it was, and where the time went. A process of its own, because its time
    // is the machine's: beside other tests, modules that are well would wait for a thread longer than they may take.
    @Test func saysWhereTheTimeWentWhenAModuleHangs() async throws {
        let run = try await run("--overlay", "Config/Trouble/hanging-module.plist", "--orders", Self.orders)
        #expect(run.exitCode == 75)
        let path = run.errors.split(separator: "\n").first { $0.hasPrefix("  critical path: ") }
        #expect(path?.contains("in 14 hooks, of which ") == true)
        #expect(path?.contains("TroubleModule.initialize ") == true)
        #expect(run.errors.contains("abandoned before it could be torn down: TroubleModule\n"))
        #expect(run.column(1, of: "Modules down").first == "IntakeModule")
    }

    // C40, C49: what was read is processed or listed, whichever signal closes the shop, and modules go down in order.
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func losesNoOrderWhenASignalClosesTheShop(signal: Int32) async throws {
        let run = try await run(
            "--orders",
            Self.orders,
            "--overlay",
            "Config/Trouble/order-in-hand.plist",
            steps: [("holds A-4", .signal(signal))]
        )
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.column(2, of: "Not processed") == ["A-5", "A-6", "A-7", "A-8"])
        #expect(run.output.contains("read 8: accepted 2, rejected 1, malformed 1, not processed 4"))
        #expect(run.column(1, of: "Modules down").first == "TroubleModule")
        #expect(run.column(1, of: "Modules down").count == 7)
    }

    // C40: a shop that waits for orders which do not come is closed all the same.
    @Test func closesWhileItWaitsForOrders() async throws {
        let run = try await run("--orders", "-", steps: [("Not accepted", .signal(SIGTERM))])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("read 0: accepted 0, rejected 0, malformed 0\n"))
        #expect(run.paragraph("Modules down").count == 6)
    }

    // C40: an answer that leaves orders out would be a wrong one.
    @Test func answersNothingWhenASignalClosesTheShop() async throws {
        let run = try await run(
            "open",
            "shop://orders/1",
            "--overlay",
            "Config/Trouble/order-in-hand.plist",
            "--orders",
            Self.orders,
            steps: [("holds A-4", .signal(SIGTERM))]
        )
        #expect(run.exitCode == 70)
        #expect(run.output == "TroubleModule holds A-4\n")
        #expect(run.errors == "error: the shop was closed before it could answer\n")
    }

    // C40: a line that was read in part when the signal came is accounted for too.
    @Test func accountsForHalfALine() async throws {
        let steps: [(String, Step)] = [
            ("", .write("nonsense\n{\"id\":")), ("line    1  malformed", .signal(SIGTERM)),
        ]
        let run = try await run("--orders", "-", steps: steps)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("line    2  malformed: not JSON"))
        #expect(run.output.contains("read 2: accepted 0, rejected 0, malformed 2"))
    }

    // C41: a standard input that is closed is an error, and nobody waits for what will never come.
    @Test func needsAStandardInputToReadFrom() async throws {
        let run = try await run("--orders", "-", closing: "<&-")
        #expect(run.exitCode == 66)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("error: cannot read the orders from standard input: it is closed\n"))
    }

    // C41: where a stream is closed, nothing else takes its place: no file gets what is printed.
    @Test(arguments: [(">&-", 74), ("2>&-", 0), ("<&- 2>&-", 0)])
    func worksWithClosedStreams(closing: String, code: Int32) async throws {
        let run = try await run("--orders", Self.orders, closing: closing)
        #expect(run.exitCode == code)
        #expect(run.errors.contains("cannot write the output") == (code == 74))
    }

    // C37, C41: a reader that goes ends the shop in order.
    @Test func closesWhenNobodyReadsWhatItPrints() async throws {
        let steps: [(String, Step)] = [("Not accepted", .stopReading(andWrite: "nonsense\n"))]
        let run = try await run("--orders", "-", steps: steps)
        #expect(run.exitCode == 74)
        // Its modules are down when the hive says so.
        #expect(run.errors.hasPrefix("error: The hive stopped because the work of IntakeModule failed.\n"))
        #expect(run.errors.contains("IntakeModule.run: cannot write the output: Broken pipe"))
    }

    // C57: what asks about the modules is not complained of when the asker has seen enough.
    @Test func answersToNobody() async throws {
        let run = try await run("hive", "list", steps: [("", .stopReading(andWrite: ""))])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
    }

    // C40: SIGHUP reads the property lists again, where that was asked for, and the orders go on.
    @Test func goesOnAfterAReload() async throws {
        let order = #"{"id":"A-1","customer":"Ada","lines":[{"sku":"MUG","quantity":1}]}"#
        let steps: [(String, Step)] = [
            ("Not accepted", .signal(SIGHUP)), ("read again: nothing has changed", .write(order)), ("", .close),
        ]
        let run = try await run("--reload", "--orders", "-", steps: steps)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("read 1: accepted 1, rejected 0, malformed 0"))
    }
}
#endif
