// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive

/// A hive as a page of HTML: what was found out about it, which the sections show.
struct HivePage {
    let hive: Hive
    let making: PageMaking
    let state: HiveState
    let readiness: HiveReadiness
    let health: HiveHealth?
    let problems: [Problem]
    let plan: ModulePlan
    let startPlan: StartPlan
    let timeline: Timeline
    let events: [EventDescription]
    /// The modules that are set up.
    let running: Set<String>
    /// How far each module is, by its name.
    let states: [String: ModuleState]
    /// Those that take part, in boot order, then the others.
    let modules: [ModuleDescriptor]
    /// Where each module stands among them.
    let places: [String: Int]

    init(_ hive: Hive, _ health: HiveHealth?, _ making: PageMaking) {
        self.hive = hive
        self.making = making
        state = hive.state
        readiness = hive.readiness
        self.health = health
        let registered = hive.plan
        problems = registered.problems
        plan = hive.completed(registered)
        startPlan = StartPlan(plan, of: hive)
        timeline = hive.timeline
        events = hive.events.descriptions
        running = Set(hive.modules.running)
        states = Dictionary(hive.moduleStates.map { ($0.module, $0.state) }) { first, _ in first }
        modules = plan.modules + plan.disabled
        places = Dictionary(modules.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// Whether the hive has not been started, so that there is only its plan to be shown.
    var isPlan: Bool { state == .created }

    /// A module's name, which leads to its row.
    func link(_ module: String) -> Markup {
        guard let place = places[module] else { return .name(module) }
        return "<a href=\"#m\(place)\">\(.name(module))</a>"
    }

    /// Whom something belongs to.
    func owner(_ module: String?) -> Markup { module.map(link) ?? "the hive" }
}

// MARK: - The document

extension HivePage {
    private typealias Section = (id: Markup, title: Markup, content: Markup)

    /// The whole page.
    var markup: Markup {
        let sections: [Section] = [
            ("problems", "Problems", problemList),
            ("modules", "Modules", moduleTable),
            ("dependencies", "Dependencies", dependencies),
            ("timeline", "Timeline", timelineStrips),
            ("services", "Services", serviceTable),
            ("events", "Events", eventTable),
            ("options", "Options", optionTable),
        ].filter { $0.id.html != "problems" || !problems.isEmpty }
        let links = sections.map { Markup.item("<a href=\"#\($0.id)\">\($0.title)</a>") }.joined()
        let parts = sections.map { section -> Markup in
            """
            <section id="\(section.id)" aria-labelledby="\(section.id)-title">
            <h2 id="\(section.id)-title">\(section.title)</h2>
            \(section.content)</section>

            """
        }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="referrer" content="no-referrer"/>
            <meta name="robots" content="noindex"/>
            <link rel="icon" href="data:,"/>
            <title>\(hive.context.name.cut(to: 120)): \(stateWord)</title>
            <style>
            \(PageStyle.sheet)</style>
            </head>
            <body>
            <a class="skip" href="#modules">Skip to the modules</a>
            <header>
            <h1>\(.name(hive.context.name))</h1>
            \(summary)</header>
            <nav aria-label="Sections"><ul>\(links)</ul></nav>
            <main>
            \(parts)</main>
            </body>
            </html>

            """
    }

    /// Should a name ever be taken for markup, it still loads and runs nothing.
    private static let policy: Markup = """
        default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'
        """

    private var stateWord: String { isPlan ? "not started" : state.rawValue }

    /// What the whole is like, of which process the page is, and how old it is when it is read.
    private var summary: Markup {
        let path = timeline.criticalPath
        let most = startPlan.worstCase.map { "at most \($0.short)" } ?? "no limit: a module has no timeout"
        let isUp = state == .starting || state == .running || state == .stopping
        let facts: [(name: Markup, value: Markup?)] = [
            ("State", .badge(stateWord, tone)),
            ("Environment", environment),
            ("Ready", isPlan ? nil : readinessAndReasons),
            ("Health", health.map(healthOfAll)),
            ("Modules", "\(plan.modules.count.counted("takes", "take")) part, \(running.count) up"),
            ("Start took", path.isEmpty ? nil : "\(path.wholeDuration.brief)"),
            ("A start takes", isPlan ? "\(most)" : nil),
            ("Version", hive.context.version.map(Markup.name)),
            ("Process", "<bdi>\(Int(making.process))</bdi>"),
            ("Up for", isUp ? "\(hive.age.inWords)" : nil),
            ("Page made", "<time datetime=\"\(making.iso)\">\(making.inWords)</time>"),
        ]
        let rows = facts.compactMap { name, value in
            value.map { "<div><dt>\(name)</dt><dd>\($0)</dd></div>\n" as Markup }
        }
        return "<dl>\(rows.joined())</dl>\n\(isPlan ? Self.planNote : nil)"
    }

    private var environment: Markup {
        hive.context.statedEnvironment.map { .name("\($0)") }
            ?? Markup("nobody stated an environment").noting("modules are told \(.name("\(hive.context.environment)"))")
    }

    private var readinessAndReasons: Markup {
        let word: Markup = readiness.isReady ? .badge("yes", .good) : .badge("no", .idle)
        return ([word] + readiness.withheld.map { "\(owner($0.module)): \(.text($0.reason))" }).lines
    }

    private static let planNote: Markup = """
        <p>This hive has not been started. The page shows the plan of its start: what modules register and do when they
        come up is not known yet.</p>

        """

    private func healthOfAll(_ health: HiveHealth) -> Markup {
        let count = health.answers.count { $0.health != .healthy }
        let note: Markup? = count == 0 ? nil : " (\(count) of \(health.answers.count) modules)"
        return "\(health.overall.badge)\(note)"
    }

    private var tone: Markup.Tone {
        switch state {
        case .running: .good
        case .starting, .stopping: .doubtful
        case .failed: .bad
        default: .idle
        }
    }

    /// What is wrong or doubtful about the hive.
    private var problemList: Markup {
        let items = problems.map { problem -> Markup in
            let badge: Markup = problem.severity == .error ? .badge("error", .bad) : .badge("warning", .doubtful)
            let remedy: Markup? = problem.remedy.map { " \(.text($0))" }
            let place: Markup? = problem.origin.map { " <small>\(.place($0))</small>" }
            return .item("\(badge) \(.text(problem.message))\(remedy)\(place)")
        }
        return "<ul class=\"plain\">\(items.joined())</ul>\n"
    }
}

extension Markup {
    /// An item of a list.
    static func item(_ content: Markup) -> Markup { "<li>\(content)</li>\n" }
}

extension ModuleHealth {
    /// The word for it.
    package var word: String { meaning.word }
    var badge: Markup { .badge(meaning.word, meaning.tone) }

    private var meaning: (word: String, tone: Markup.Tone) {
        switch self {
        case .healthy: ("healthy", .good)
        case .degraded: ("degraded", .doubtful)
        case .unhealthy: ("unhealthy", .bad)
        }
    }

    /// Why it is not healthy.
    package var reason: String? {
        switch self {
        case .healthy: nil
        case .degraded(let reason), .unhealthy(let reason): reason
        }
    }
}
