// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A hive as the contract describes it: what each operation of a program answers, and which steps come in which order.
///
/// It is written from the rows of the contract, not from the engine. Where the contract leaves open what happens, the
/// program is left out by ``Expectation/Undecided``.
final class Model {
    enum State: String { case created, starting, running, stopping, stopped, failed }

    /// Steps that follow each other: the lines after which the next one comes.
    struct Thread {
        var last: [Int] = []
        /// The lines that time has to bring before.
        var gates: Set<Int> = []
    }

    /// An instance of a module.
    final class Live {
        enum Work { case none, waiting, goesOn, ended }

        /// The module, as all sources together describe it.
        var part: Part
        /// Which instance of the module it is; 0 until it is created.
        var number = 0
        /// What its options say; nil where it has none.
        var option: Int?
        /// By name; only modules that are there.
        var needs: Set<Int> = []
        var level = 0
        var isSetUp = false
        var isUp = false
        var isGone = false
        var hasContext = false
        var isRegistered = false
        var isCached = false
        /// The instances of its service that are to be shut down.
        var made: [Int] = []
        var isSubscribed = false
        var work = Work.none
        var thread = Thread()
        /// Whether a hook of it goes on that nobody waits for.
        var isAbandoned = false
        var lateHook: Place?
        var isWithholding = false
        var health = "healthy"
        /// Whether a health check was told to return, and may still run.
        var isCheckCancelled = false

        init(_ part: Part, _ option: Int?) {
            (self.part, self.option) = (part, option)
        }

        var name: String { part.name }
        /// The instance, which lines name.
        var label: String { "\(part.name)\(number)" }
    }

    /// Something that went wrong in a step.
    struct Failure {
        var module: String
        var step: String
        var error: String
        var text: String { "\(module).\(step): \(error)" }
    }

    /// What a start, an addition and so on ends with.
    struct Refusal: Error {
        var text: String
        var failures: [Failure] = []
        /// The module that failed, and in which phase.
        var module: String?
        var phase = ""
    }

    let program: Program
    var result = Expectation()
    var numbering = Numbering()
    var operation = 0

    var state = State.created
    /// In the order of boot, those added last.
    var modules: [Live] = []
    /// In the order in which they were set up.
    var setUps: [Live] = []
    /// What code has registered, in the order of its calls.
    var declared: [Int]
    /// What code has registered and removed again.
    var removed: Set<Int> = []
    /// What property lists say.
    var list: [Entry]
    /// Whether a module is registered twice.
    var isTwice = false
    var generations: [Int: Int] = [:]
    var everRegistered: Set<Int> = []
    var instances = 0
    var isStopAsked = false
    var stopResult: String?
    /// What ended the hive, where work has failed.
    var cause: Failure?
    var queue: [Int] = []
    /// The deliveries of posted events that go on beside everything else.
    var deliveries: [Thread] = []
    /// Whether something was posted that nobody has heard: it may be delivered later than it seems.
    var isPostUnheard = false
    var takesPosts = true
    var makesServices = true
    var toldReadiness: String?
    var additions: [(isAddition: Bool, index: Int)] = []
    /// Reloads that hooks of the start have asked for.
    var reloads: [[Entry]] = []
    /// Whether the hive begins or ends something: a hook then only asks.
    var isInHook = false
    var isRollingBack = false
    /// An operation on single modules is under way.
    var isChanging = false
    var isReloading = false
    /// A reload brings modules, or lets them take options: a stop may end that.
    var isLetIn = false
    /// What a stop has done that was asked for in a reload, and waits for its end.
    var stopBegun: Thread?
    var late: [Live] = []
    /// How far the clock has to go for the next line.
    var nextTime: Duration?

    private init(_ program: Program) {
        self.program = program
        declared = program.modules.filter { $0.isRegistered && !$0.isListed }.map(\.index)
        list = program.list
    }

    /// What the contract says about a program.
    static func expectation(of program: Program) throws -> Expectation {
        let model = Model(program)
        for operation in program.operations { try model.run(operation) }
        for operation in [Operation.release, .stop, .release] { try model.run(operation) }
        return model.result
    }

    func undecided(_ reason: String) -> Expectation.Undecided { .init(reason: reason) }

    func cover(_ branch: Branch) { result.reached.insert(branch) }

    // MARK: Lines

    func write(_ text: String, _ thread: inout Thread, after time: Duration? = nil) {
        result.lines.append(
            .init(
                text: numbering.unique(text),
                after: thread.last,
                gates: thread.gates,
                operation: operation,
                time: time ?? nextTime
            )
        )
        nextTime = nil
        thread.last = [result.lines.count - 1]
    }

    /// Observers are told that a step has ended; what comes next need not wait for that.
    func writeEnd(_ text: String, _ thread: inout Thread) {
        var aside = thread
        let takesTime = nextTime != nil
        write(text, &aside)
        if takesTime { thread.gates.insert(result.lines.count - 1) }
    }

    func join(_ thread: inout Thread, _ other: Thread) {
        for line in other.last where !thread.last.contains(line) { thread.last.append(line) }
        thread.gates.formUnion(other.gates)
    }

    // MARK: Modules

    func part(_ index: Int) -> Part? { program.modules.first { $0.index == index } }

    func live(_ index: Int) -> Live? { modules.first { $0.part.index == index } }

    /// What all sources together say of a module (C17).
    func described(_ index: Int) -> Part? {
        guard var part = part(index), let entry = entry(index) else { return part(index) }
        if let level = entry.level { part.level = level }
        if let needs = entry.needs { part.needs = needs }
        return part
    }

    func entry(_ index: Int) -> Entry? { list.first { $0.index == index } }

    func make(_ part: Part) -> Live { Live(part, entry(part.index)?.number) }

    // MARK: Operations

    private func run(_ operation: Operation) throws {
        var thread = Thread()
        let text = "\(operation)"
        switch operation {
        case .register(let index): write("\(text) -> \(register(index))", &thread)
        case .start: write("\(text) -> \(try start(&thread))", &thread)
        case .stop: write("\(text) -> \(try stop(&thread))", &thread)
        case .requestStop:
            let asked = thread
            write("\(text) -> asked", &thread)
            var stopping = asked
            try requestStop(&stopping)
        case .add(let index): write("\(text) -> \(try add(index, &thread))", &thread)
        case .remove(let index, let isAll): write("\(text) -> \(try remove(index, isAll, &thread))", &thread)
        case .reload(let entries):
            let answer = try reload(entries, &thread)
            let ended = thread
            write("\(text) -> \(answer)", &thread)
            if var stopping = stopBegun {
                stopBegun = nil
                join(&stopping, ended)
                try takeDown(&stopping)
            }
        case .trigger(let number, let stops):
            write("\(text) -> \(try trigger(number, stops: stops, &thread))", &thread)
        case .post(let number):
            let before = thread
            write("\(text) -> \(try postAnswer())", &thread)
            try post(number, before)
        case .lookUp(let index): write("\(text) -> \(try lookUp(index, &thread))", &thread)
        case .evict(let index): write("\(text) -> \(evict(index, &thread))", &thread)
        case .cached(let index): write("\(text) -> \(cached(index))", &thread)
        case .health: write("\(text) -> \(try health(&thread))", &thread)
        case .withhold(let index): try withhold(index, true, &thread)
        case .restore(let index): try withhold(index, false, &thread)
        case .endWork(let index, let end): try endWork(index, end, &thread)
        case .release: try release(&thread)
        }
        self.operation += 1
        result.ends.append(result.lines.count)
        var after = Thread()
        write(snapshot, &after)
        result.ends.append(result.lines.count)
        deliveries = []
        self.operation += 1
    }

    /// What everybody can ask at any time.
    private var snapshot: String {
        let up = modules.filter(\.isUp).map(\.name).joined(separator: " ")
        return "= \(state.rawValue), \(isReady ? "ready" : "not ready"), up: [\(up)]"
    }

    private func register(_ index: Int) -> String {
        guard part(index) != nil else { return "no such module" }
        // C15: for before the start.
        guard state == .created else {
            cover(.registerLate)
            return "invalidState"
        }
        // C17: twice in one source; what a loader registers is checked with everything else.
        guard !declared.contains(index) else {
            cover(.registerTwice)
            isTwice = true
            return "done"
        }
        cover(.register)
        declared.append(index)
        return "done"
    }

    // MARK: Readiness

    /// C53: from running until a stop begins, while no module withholds it.
    var isReady: Bool { state == .running && !isStopAsked && !modules.contains(where: \.isWithholding) }

    /// Tells observers, if there is anything new for them.
    func tellReadiness(_ module: String?, _ thread: inout Thread) {
        let withheld = modules.filter(\.isWithholding).map { "\($0.name): busy" }.sorted().joined(separator: "; ")
        let now = isReady ? "ready" : ["not ready", withheld].filter { !$0.isEmpty }.joined(separator: ", ")
        guard now != toldReadiness else { return }
        let wasReady = toldReadiness == "ready"
        if isReady {
            cover(toldReadiness == nil ? .becomesReady : .readyAgain)
            write("\(module ?? "hive") makes it ready", &thread)
        } else if wasReady {
            cover(isStopAsked ? .readyEndsByStop : .readyEndsByModule)
            write("\(module ?? "hive") makes it \(isStopAsked ? "not ready" : now)", &thread)
        } else if state == .running, !isStopAsked {
            cover(.withheldOtherwise)
            write("\(module ?? "hive") withholds it: \(now)", &thread)
        } else {
            return
        }
        toldReadiness = now
    }

    /// A module withholds or restores by a context that it has kept.
    private func withhold(_ index: Int, _ isWithheld: Bool, _ thread: inout Thread) throws {
        guard let live = live(index), live.hasContext else { return }
        guard !live.isAbandoned else { throw undecided("a context of a module that was abandoned") }
        live.isWithholding = isWithheld
        if state == .running { tellReadiness(live.name, &thread) }
    }
}
