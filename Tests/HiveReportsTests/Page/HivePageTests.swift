// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveReports

/// A hive as a page of HTML, before it starts, while it runs, and afterwards.
@Suite(.timeLimit(.minutes(5)))
struct HivePageTests {
    @Test func aHiveThatWasNotStartedHasAPlanAndNoTimes() async throws {
        let page = try ParsedPage(await PageShop.hive().page())
        #expect(page.text.contains("This hive has not been started."))
        #expect(page.text.contains("No hook has run, because the hive has not been started"))
        #expect(page.text.contains("Modules subscribe to events when they are set up"))
        #expect(page.text.contains("The longest chain of dependencies: StoreModule → WebModule."))
        #expect(page.text.contains("Initialized one after the other: StoreModule, MailModule, WebModule."))
        #expect(page.row("1 StoreModule") == "1 StoreModule level basic, priority 0 Shop:2 | takes part")
        #expect(page.row("HiveReportsTests.PageStore") == "HiveReportsTests.PageStore | StoreModule | WebModule")
        #expect(!page.html.contains("class=\"bars\""))
        #expect(page.ids.isSuperset(of: ["modules", "dependencies", "timeline", "services", "events", "options"]))
    }

    @Test func aHiveThatRunsShowsHowItIs() async throws {
        let hive = try PageShop.hive()
        try await hive.start()
        try await hive.add(LateModule.self, fileID: "Shop", line: 4)
        let page = try ParsedPage(await hive.page())
        let store = "1 StoreModule level basic, priority 0 Shop:2 | up healthy | 45.000 ms on the critical path"
        #expect(page.row("1 StoreModule") == store)
        let web = "up withholds readiness: warming up degraded one of two is gone"
        #expect(page.row("3 WebModule")?.contains("| \(web) |") == true)
        #expect(page.text.contains("no WebModule: warming up"))
        #expect(page.text.contains("degraded (1 of 4 modules)"))
        // One that came later has its row, and its dependency.
        #expect(page.row("4 LateModule") == "4 LateModule level normal, priority 0 Shop:4 | up healthy | –")
        #expect(page.row("LateModule | MailModule") == "LateModule | MailModule | –")
        #expect(page.text.contains("Reloads, additions and removals"))
        try await hive.stop()
    }

    // C64
    @Test func modulesThatAreDownSayWhy() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(FallingModule.self)
        try hive.modules.register(NeedyModule.self)
        try hive.modules.register(LostModule.self)
        try await hive.start()
        // The second attempt waits for a clock that stands still.
        let isTold = await becomesTrue(within: .seconds(60)) {
            let states = hive.moduleStates.map { "\($0.module) \($0.state)" }
            return states.contains { $0.contains("attempt 2, next in ") }
                && states.contains("NeedyModule waiting for FallingModule")
        }
        try #require(isTold)
        let page = try ParsedPage(await hive.page())
        let falling = try #require(page.row("1 FallingModule"))
        #expect(falling.contains("| restarting attempt 2, next in ") && falling.contains(": it falls "), "\(falling)")
        let needy = try #require(page.row("2 NeedyModule"))
        #expect(needy.contains("| waiting for FallingModule "), "\(needy)")
        let lost = try #require(page.row("3 LostModule"))
        #expect(lost.contains("| left out it is lost "), "\(lost)")
        try await hive.stop()
    }

    @Test func servicesHaveProvidersAndUsers() async throws {
        let hive = try PageShop.hive()
        try await hive.start()
        let page = try ParsedPage(await hive.page())
        let store = "HiveReportsTests.PageStore shared | StoreModule Shop/Store.swift:3 | WebModule"
        #expect(page.row("HiveReportsTests.PageStore") == store)
        // Nobody has said that he depends on it; the field says so.
        #expect(page.row("HiveReportsTests.PageCache named fast")?.hasSuffix(" | WebModule") == true)
        try await hive.stop()
    }

    // Whoever reads it later, or beside another, sees of what it is.
    @Test func thePageSaysOfWhichProcessItIsAndWhenItWasMade() async throws {
        let clock = ManualClock()
        let hive = try PageShop.hive(clock)
        try await hive.start()
        clock.advance(by: .seconds(93_784))
        let making = PageMaking(seconds: 951_782_405, process: 4711)
        let page = try ParsedPage(HivePage(hive, nil, making).markup.html)
        #expect(page.text.contains("Page made2000-02-29 00:00:05 UTC"))
        #expect(page.html.contains("<time datetime=\"2000-02-29T00:00:05Z\">"))
        #expect(page.text.contains("Process4711"))
        #expect(page.text.contains("Up for1 d 2 h"))
        #expect(!page.text.contains("Version"))
        try await hive.stop()
        #expect(try !ParsedPage(await hive.page()).text.contains("Up for"))
    }

    @Test(
        arguments: [
            (.milliseconds(45), "45.000 ms"), (.seconds(59), "59.000 s"), (.seconds(61), "1 min 1 s"),
            (.seconds(7384), "2 h 3 min"), (.seconds(86_400), "1 d 0 h"),
        ] as [(Duration, String)]
    )
    func anAgeHasItsTwoLargestUnits(_ age: Duration, _ words: String) {
        #expect(age.inWords == words)
    }

    @Test func anEnvironmentThatNobodyStatedIsNoneOfThePage() async throws {
        let open = try ParsedPage(await Hive(HiveOptions(clock: ManualClock())).page())
        #expect(open.text.contains("Environmentnobody stated an environment modules are told development"))
        var context = HiveContext(environment: .development)
        context.version = "1.4 <b>"
        let stated = try ParsedPage(await Hive(HiveOptions(context: context, clock: ManualClock())).page())
        #expect(stated.text.contains("Environmentdevelopment"))
        #expect(stated.text.contains("Version1.4 <b>"))
    }

    // A file's name is broken only where a window is too narrow for it.
    @Test func aPlaceIsBrokenBehindThePartsOfItsPath() {
        let place = Markup.place(.code(fileID: "Shop/Store/StoreModule.swift", line: 12))
        let name = #"Store<wbr class="narrow"/>Module.<wbr class="narrow"/>swift:12"#
        #expect(place.html == "<code><bdi>Shop/<wbr/>Store/<wbr/>\(name)</bdi></code>")
        #expect(Markup.name("StoreModule").html == "<bdi>Store<wbr/>Module</bdi>")
    }

    // C14: an arrow leads along a dependency; what only comes one after the other is told otherwise.
    @Test func modulesThatOnlyFollowEachOtherAreNoChain() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(MailModule.self)
        try hive.modules.register(LateModule.self)
        try hive.modules.register(StoreModule.self) { StoreModule(ManualClock()) }
        let page = try ParsedPage(await hive.page())
        #expect(page.text.contains("The longest chain of dependencies: MailModule → LateModule."))
        #expect(page.text.contains("Initialized one after the other: StoreModule, MailModule, LateModule."))
    }

    // C29, C30
    @Test func eventsHaveHandlersAndCounts() async throws {
        let hive = try PageShop.hive(eventQueueCapacity: 1)
        let token = hive.events.subscribe(PageEvent.self) { _, _ in throw NoLicence() }
        try hive.events.post(OtherPageEvent())
        #expect(throws: HiveError.self) { try hive.events.post(OtherPageEvent()) }
        var page = try ParsedPage(await hive.page())
        #expect(page.row("HiveReportsTests.PageEvent") == "HiveReportsTests.PageEvent | 0 | the hive")
        #expect(page.text.contains("1 event waits in the queue, and 1 was refused."))
        try await hive.start()
        page = try ParsedPage(await hive.page())
        #expect(page.row("HiveReportsTests.PageEvent") == "HiveReportsTests.PageEvent | 0 | WebModule × 2 the hive")
        _ = try await hive.events.trigger(PageEvent())
        page = try ParsedPage(await hive.page())
        let once = "HiveReportsTests.PageEvent | 1 1 call failed | WebModule × 2 the hive"
        #expect(page.row("HiveReportsTests.PageEvent") == once)
        _ = try await hive.events.trigger(PageEvent())
        token.cancel()
        _ = try await hive.events.trigger(PageEvent())
        page = try ParsedPage(await hive.page())
        let left = "HiveReportsTests.PageEvent | 3 2 calls failed | WebModule × 2"
        #expect(page.row("HiveReportsTests.PageEvent") == left)
        try await hive.stop()
        // Nobody is left, and the counts are.
        page = try ParsedPage(await hive.page())
        #expect(page.row("HiveReportsTests.PageEvent") == "HiveReportsTests.PageEvent | 3 2 calls failed | nobody")
        #expect(page.row("HiveReportsTests.OtherPageEvent") == "HiveReportsTests.OtherPageEvent | 1 | nobody")
    }

    // C54
    @Test func optionsHaveTheirPlacesAndKeepSecrets() async throws {
        let page = try ParsedPage(await PageShop.hive().page())
        let port = "port | 9090 Shop:1 hides defaults of HiveReportsTests.WebModule.Options"
        #expect(page.row("port") == port)
        #expect(page.row("password") == "password | \"••••\" Shop:1")
        #expect(page.text.contains("1 not shown: without a type Options nothing says which options are secret."))
        #expect(!page.html.contains("hunter"))
    }

    @Test func timelinesHaveCriticalPaths() async throws {
        let hive = try PageShop.hive()
        try await hive.start()
        try await hive.stop()
        let page = try ParsedPage(await hive.page())
        #expect(page.text.contains("Critical path: 45.000 ms in 9 hooks. What took at least a tenth of it:"))
        #expect(page.text.contains("StoreModule initialize: 40.000 ms"))
        #expect(page.text.contains("StoreModule tearDown: 7.000 ms"))
        #expect(
            page.html.contains(
                "aria-label=\"setUp 5.000 ms on the critical path, initialize 40.000 ms on the critical path, ready 0"
            )
        )
        let hook = "StoreModule initialize | 5.000 ms | 40.000 ms | succeeded on the critical path"
        #expect(page.row("StoreModule initialize") == hook)
        #expect(page.row("1 StoreModule")?.contains(" | not up | ") == true)
    }

    @Test func aModuleHasThePageToo() async throws {
        let hive = try PageShop.hive()
        let (contexts, kept) = AsyncStream.makeStream(of: ModuleContext.self)
        try hive.modules.register(ServingModule.self) { ServingModule(kept) }
        try await hive.start()
        let context = try #require(await contexts.first { _ in true })
        let page = try await ParsedPage(context.page())
        #expect(page.text.contains("Staterunning"))
        #expect(page.row("ServingModule initialize")?.hasSuffix("| succeeded on the critical path") == true)
        try await hive.stop()
        let error = await #expect(throws: HiveError.self) { try await context.page() }
        #expect(error?.code == .stopped)
        withExtendedLifetime(hive) {}
    }

    private final class ServingModule: FactoryModule {
        static let manifest = ModuleManifest()
        private let kept: AsyncStream<ModuleContext>.Continuation
        init(_ kept: AsyncStream<ModuleContext>.Continuation) { self.kept = kept }
        func initialize(_ context: ModuleContext) async throws { kept.yield(context) }
    }

    @Test func aStartThatFailedShowsWhoFailed() async throws {
        let hive = try PageShop.hive()
        try hive.modules.register(PaymentModule.self, fileID: "Shop", line: 5)
        await #expect(throws: HiveError.self) { try await hive.start() }
        let page = try ParsedPage(await hive.page())
        #expect(page.row("4 PaymentModule")?.contains(" | failed initialize failed | ") == true)
        #expect(page.text.contains("Rollback"))
        #expect(page.html.contains("class=\"initialize critical failed\""))
    }

    // C53
    @Test func aHealthCheckMayAskForThePage() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        try hive.modules.register(AskingModule.self) { AskingModule(hive) }
        try await hive.start()
        let health = try await hive.health()
        #expect(health.answers.first?.health == .degraded(because: "State running, without health"))
        try await hive.stop()
    }

    private final class AskingModule: FactoryModule {
        static let manifest = ModuleManifest()
        private weak let hive: Hive?
        init(_ hive: Hive) { self.hive = hive }
        func health(_ context: ModuleContext) async throws -> ModuleHealth {
            guard let hive else { return .unhealthy(because: "the hive is gone") }
            let page = try ParsedPage(await hive.page())
            let hasHealth = page.text.contains("Health")
            return .degraded(because: "State \(hive.state), \(hasHealth ? "with" : "without") health")
        }
    }

    @Test func nothingIsThere() async throws {
        let page = try ParsedPage(await Hive(HiveOptions(clock: ManualClock())).page())
        for text in ["There are no modules.", "No module depends on another.", "No module has options."] {
            #expect(page.text.contains(text))
        }
    }
}
