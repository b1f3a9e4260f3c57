// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// C1 to C9, C14: a start, and its way back.

extension Model {
    func start(_ thread: inout Thread) throws -> String {
        guard state == .created else {
            // C7
            cover(state == .running ? .startRunning : .startFinished)
            return "invalidState"
        }
        if isStopAsked {
            // C8: a stop before the start is remembered.
            cover(.stopRemembered)
            write("state starting", &thread)
            state = .stopped
            takesPosts = false
            write("state stopped", &thread)
            let undelivered = queue.count
            queue = []
            return "cancelled in setUp of - [], started [], abandoned [], not [], rolling back [], "
                + "undelivered \(undelivered)"
        }
        var (order, problems) = bootOrder()
        if isTwice { problems.insert("duplicateModule") }
        guard problems.isEmpty else {
            // C43: everything at once, and nothing runs.
            write("state starting", &thread)
            state = .failed
            takesPosts = false
            write("state failed", &thread)
            return "invalidConfiguration \(problems.sorted())"
        }
        if order.isEmpty { cover(.empty) }
        state = .starting
        write("state starting", &thread)
        modules = order.map { make($0) }
        countLevels()
        do {
            try bringUp(modules, &thread)
            try joinQueued(&thread)
        } catch let refusal as Refusal {
            return try rollBack(refusal, &thread)
        }
        state = .running
        cover(.started)
        write("state running", &thread)
        let running = thread
        tellReadiness(nil, &thread)
        for live in modules { try beginWork(live, running) }
        let posted = queue
        queue = []
        var delivery = running
        for event in posted {
            cover(.postBeforeRunning)
            try deliver(event, &delivery)
        }
        if !posted.isEmpty { deliveries.append(delivery) }
        try reloadQueued(thread)
        return "done"
    }

    /// `setUp`, `initialize` and `ready` of modules, in order.
    func bringUp(_ coming: [Live], _ thread: inout Thread) throws {
        if isPostUnheard, coming.contains(where: \.part.isSubscriber) {
            throw undecided("a subscriber that comes after an event that nobody has heard")
        }
        for live in coming {
            try createAndSetUp(live, &thread)
            try checkStop(.setUp, &thread)
        }
        // C11: what is promised has to be registered by now.
        let broken = coming.filter { $0.part.offer == .promised }.map(\.name)
        if let first = broken.first {
            cover(.promiseBroken)
            throw Refusal(
                text: "startFailed",
                failures: broken.map { Failure(module: $0, step: "setUp", error: "unprovidedService") },
                module: first,
                phase: "setUp"
            )
        }
        try initialize(coming, &thread)
        for live in coming {
            try ready(live, &thread)
            try checkStop(.ready, &thread)
        }
    }

    /// C8: a stop that was asked for ends the start when the hook has returned.
    func checkStop(_ place: Place, _ thread: inout Thread) throws {
        guard isStopAsked else { return }
        if isLetIn {
            cover(.stopInReload)
            throw Refusal(text: "cancelled", phase: place.rawValue)
        }
        guard state == .starting, !isChanging else { throw undecided("a stop during an addition") }
        cover(place == .setUp ? .stopInSetUp : place == .initialize ? .stopInInitialize : .stopInReady)
        throw Refusal(text: "cancelled", phase: place.rawValue)
    }

    private func createAndSetUp(_ live: Live, _ thread: inout Thread) throws {
        write("\(live.name).setUp begins", &thread)
        live.number = (generations[live.part.index] ?? 0) + 1
        generations[live.part.index] = live.number
        var failure = try hook(live, .creation, &thread)
        if failure == nil {
            failure = try hook(live, .setUp, &thread)
            // C3: what a module whose setUp threw has registered is withdrawn.
            if failure == nil {
                live.isSetUp = true
                setUps.append(live)
            }
        }
        writeEnd("\(live.name).setUp ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        if let failure {
            cover(.failsInSetUp)
            withdraw(live)
            throw Refusal(text: "startFailed", failures: [failure], module: live.name, phase: "setUp")
        }
    }

    /// C14: level by level, some modules beside others.
    private func initialize(_ coming: [Live], _ thread: inout Thread) throws {
        for level in Set(coming.map(\.level)).sorted() {
            let group = coming.filter { $0.level == level }
            let hasSides = group.contains { $0.part.isConcurrent } && group.count > 1
            if hasSides, group.contains(where: { $0.part.actions[.initialize] != nil }) {
                throw undecided("something happens beside modules that initialize concurrently")
            }
            guard hasSides else {
                for live in group {
                    try initialize(live, &thread)
                    try checkStop(.initialize, &thread)
                }
                continue
            }
            cover(.initializesConcurrently)
            let first = thread
            var ends: [Int: Thread] = [:]
            var sequence = first
            for live in group {
                var own = live.part.isConcurrent ? first : sequence
                for other in group where reaches(live, other) { ends[other.part.index].map { join(&own, $0) } }
                try initialize(live, &own)
                ends[live.part.index] = own
                if !live.part.isConcurrent { sequence = own }
                join(&thread, own)
            }
        }
    }

    private func initialize(_ live: Live, _ thread: inout Thread) throws {
        write("\(live.name).initialize begins", &thread)
        live.hasContext = true
        let failure = try hook(live, .initialize, &thread)
        writeEnd("\(live.name).initialize ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        if let failure {
            cover(.failsInInitialize)
            throw Refusal(text: "startFailed", failures: [failure], module: live.name, phase: "initialize")
        }
    }

    private func ready(_ live: Live, _ thread: inout Thread) throws {
        write("\(live.name).ready begins", &thread)
        var failure = try hook(live, .ready, &thread)
        if failure == nil, live.part.work == .announced {
            if isStopAsked, isLetIn { throw undecided("a stop in a reload before work announces itself") }
            if isStopAsked {
                // The work does not begin any more, so its module's step does not end well.
                writeEnd("\(live.name).ready ends: cancelled", &thread)
                cover(.stopBeforeAnnouncement)
                let failure = Failure(module: live.name, step: "ready", error: "cancelled")
                throw Refusal(text: "cancelled", failures: [failure], module: live.name, phase: "ready")
            }
            failure = try announce(live, &thread)
        }
        writeEnd("\(live.name).ready ends\(failure.map { ": \($0.error)" } ?? "")", &thread)
        if let failure {
            cover(.failsInReady)
            throw Refusal(text: "startFailed", failures: [failure], module: live.name, phase: "ready")
        }
    }

    /// C15: what was asked for during the start comes after `ready`, and fails the start if it fails.
    private func joinQueued(_ thread: inout Thread) throws {
        while !additions.isEmpty {
            let (isAddition, index) = additions.removeFirst()
            guard isAddition, let part = described(index), live(index) == nil else {
                throw undecided("a removal, or an addition of what is there, during the start")
            }
            guard problems(ofAdding: part).isEmpty else {
                throw undecided("an addition during the start that cannot be")
            }
            cover(.queuedAddition)
            let live = make(part)
            declared.append(index)
            modules.append(live)
            countLevels()
            live.level = .max  // It comes alone.
            defer { countLevels() }
            do {
                try bringUp([live], &thread)
            } catch let refusal as Refusal {
                guard refusal.text == "startFailed" else { throw undecided("a stop that a queued module asks for") }
                cover(.queuedAdditionFails)
                _ = try giveUp(live, refusal, &thread)
                throw Refusal(
                    text: "startFailed",
                    failures: [Failure(module: live.name, step: "add", error: "startFailed")],
                    module: live.name,
                    phase: refusal.phase
                )
            }
        }
    }

    /// C3: the way back.
    private func rollBack(_ refusal: Refusal, _ thread: inout Thread) throws -> String {
        isRollingBack = true
        defer { isRollingBack = false }
        let started = setUps.map(\.name)
        let abandoned = setUps.filter(\.isAbandoned).map(\.name)
        let notStarted = modules.filter { !$0.isSetUp }.map(\.name)
        var failures: [Failure] = []
        let hasFailed = refusal.text == "startFailed"
        takesPosts = false
        for (_, index) in additions {
            // C15, C18: nobody but observers can be told.
            cover(.queuedAdditionIsLost)
            writeEnd("\(Program.name(index)) fails: invalidState", &thread)
        }
        additions = []
        try drain(modules, &thread, &failures)
        for live in setUps.reversed() where !live.isAbandoned {
            cover(.rollback)
            failures += try tearDown(live, &thread)
        }
        for live in modules { withdraw(live) }
        modules = []
        setUps = []
        state = hasFailed ? .failed : .stopped
        if !failures.isEmpty { cover(.rollbackFails) }
        if !queue.isEmpty { cover(.undelivered) }
        write("state \(state.rawValue)", &thread)
        for _ in reloads {
            // C58: it is no part of the start, and finds out when that is over.
            cover(.queuedReloadIsLost)
            writeEnd("hive fails: invalidState", &thread)
        }
        reloads = []
        var text = "\(refusal.text) in \(refusal.phase) of \(refusal.module ?? "-")"
        text += " \(refusal.failures.map(\.text)), started \(started), abandoned \(abandoned), not \(notStarted)"
        text += ", rolling back \(failures.map(\.text)), undelivered \(queue.count)"
        queue = []
        return text
    }
}
