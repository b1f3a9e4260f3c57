// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

/// What observers, and so logs, are told of a URL that was refused: where it leads, and nothing that its query says.
@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private struct Filter: RemoteJSON { var tags: [Int] }
    private struct Picky: RemoteParameter {
        struct Unfit: Error { let text: String }
        init(remoteText text: String) throws { throw Unfit(text: text) }
        init(remoteValue: ConfigurationValue) throws { throw Unfit(text: "\(remoteValue)") }
    }

    @Sendable private static func setUp(_ context: SetupContext) throws {
        try context.routes.accept("shop", forms: [.beeHive])
        try context.actions.target("Trade") { target in
            target.action("count", "number", access: .remote) { (number: Int) in number }
            target.action("pick", "picky", access: .remote) { (_: Picky) in 1 }
            target.action("filter", "filter", access: .remote) { (filter: Filter) in filter.tags.count }
            target.action("all", as: Filter.self, access: .remote) { (filter: Filter) in filter.tags.count }
            target.action("local", "number") { (number: Int) in number }
        }
        try context.routes.chain("shop://steps") { chain in
            chain.component("say", "number", access: .remote) { (number: Int) in number }
        }
    }

    /// What observers were told while somebody outside opened a URL.
    private func told(_ url: String) async throws -> [HiveObservation] {
        let seen = Box<[HiveObservation]>([])
        let observer: @Sendable (HiveObservation) -> Void = { step in
            if case .library = step.kind { seen.set(seen.value + [step]) }
        }
        try await withRouting(observers: [observer], Self.setUp) { (hive: Hive) async throws in
            await #expect(throws: RemoteError.self) { try await hive.remote.open(url) }
        }
        return seen.value
    }

    @Test(arguments: [
        ("shop://trade/count?number=s3cret", #""shop://trade/count?…""#),
        ("shop://trade/count?number=1&number=s3cret", #""shop://trade/count?…""#),
        ("shop://trade/count?number=%73%33cret", #""shop://trade/count?…""#),
        ("shop://trade/local?number=s3cret", #""shop://trade/local?…""#),
        ("shop://trade/pick?picky=s3cret", #""shop://trade/pick?…""#),
        ("shop://trade/filter?filter=s3cret", #""shop://trade/filter?…""#),
        ("shop://trade/filter?filter=%7B%22tags%22:%22s3cret%22%7D", #""shop://trade/filter?…""#),
        ("shop://trade/all?params=%7B%22tags%22:%22s3cret%22%7D", #""shop://trade/all?…""#),
        ("shop://steps/say?params=%22s3cret%22", #""shop://steps/say?…""#),
        ("shop://steps/say?params=%7B%22say%22:%22s3cret%22%7D", #""shop://steps/say?…""#),
        ("shop://steps/say?params=%7B%22say%22:%7B%22number%22:%22s3cret%22%7D%7D", #""shop://steps/say?…""#),
        ("shop://trade/absent?token=s3cret", #""shop://trade/absent?…""#),
        ("shop://trade/a/b?token=s3cret", #""shop://trade/a/b?…""#),
        ("absent://trade/count?token=s3cret", #""absent://trade/count?…""#),
        ("shop://trade/count#s3cret", #""shop://trade/count#…""#),
        ("shop:/trade/count?token=s3cret", #""shop:/trade/count?…""#),
        ("shop://ada:s3cret@trade/count", #""shop://…@trade/count""#),
        ("?s3cret", #""?…""#),
    ])
    func queryIsNotTold(_ url: String, _ subject: String) async throws {
        let steps = try await told(url)
        #expect(steps.last?.kind == .refusedURL)
        #expect(steps.last?.subject == .text(subject))
        for step in steps { #expect(!"\(step) \(step.error.debugDescription)".contains("s3cret"), "\(step)") }
    }

    // Nor whole, however long it is.
    @Test(arguments: [
        String(repeating: "x", count: 1_000_000), "shop://a/" + String(repeating: "\u{202E}", count: 9_999),
    ])
    func longURLIsCut(_ url: String) async throws {
        let subject = "\(try #require(try await told(url).last?.subject))"
        #expect(subject.utf8.count < 1_000 && subject.hasSuffix("…"), "\(subject.utf8.count)")
    }
}
