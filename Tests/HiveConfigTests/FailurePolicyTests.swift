// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

/// What property lists say of the failure of modules (C63).
@Suite(.timeLimit(.minutes(5)))
struct FailurePolicyTests {
    private func read(
        _ onFailure: ConfigurationValue,
        of hive: ConfigurationValue? = nil
    ) async throws -> HiveConfiguration {
        var root: [String: ConfigurationValue] = [
            "moduleClasses": [["moduleClass": "ShopModule", "onFailure": onFailure]]
        ]
        root["onFailure"] = hive
        return try await folder(["modules.plist": .dictionary(root)])
    }

    private static let mistakes: [(ConfigurationValue, String)] = [
        ("restrat", "The failure policy \"restrat\" is unknown. Did you mean \"restart\"?"),
        (3, "Expected a failure policy or a dictionary with \"policy\", found the integer 3."),
        (["limit": 3], "The key \"policy\" is missing. Add it."),
        (["polcy": "restart"], "The key \"polcy\" is unknown. Did you mean \"policy\"?"),
        (["policy": "restart", "limits": 3], "The key \"limits\" is unknown. Did you mean \"limit\"?"),
        (["policy": "restart", "limit": "three"], "Expected an integer, found the string \"three\"."),
        (
            ["policy": "restart", "within": 0],
            "Expected a number of seconds above 0 and up to 1000000000, found the integer 0."
        ),
        (
            ["policy": "restart", "delay": -1],
            "Expected a number of seconds from 0 up to 1000000000, found the integer -1."
        ),
        (
            ["policy": "stop", "limit": 3],
            "The key \"limit\" says how a module is restarted, and the policy is \"stop\"."
        ),
    ]

    @Test(arguments: mistakes)
    func whatIsWrongIsSaidAtItsPlace(onFailure: ConfigurationValue, text: String) async throws {
        let problems = try await read(onFailure).problems.errors
        let problem = try #require(problems.first)
        #expect("\(problem)".contains(text), "\(problem)")
        #expect(problem.origin?.keyPath?.description.hasPrefix("moduleClasses[0].onFailure") == true)
        // A key that is misspelt is missing, too.
        #expect(problems.count <= 2)
    }

    @Test func aRuleThatCannotWorkIsAProblemOfTheModule() async throws {
        let read = try await read(["policy": "restart", "limit": 0])
        #expect(read.problems.errors.isEmpty)
        let problem = try #require(try Hive(read).verify().first { $0.code == .invalidValue })
        #expect(
            problem.message
                == "ShopModule is to be restarted, and the limit of restarts is 0, which has to be above zero."
        )
        #expect(problem.origin?.keyPath?.description == "moduleClasses[0].onFailure")
    }

    @Test func aRuleForAllModulesThatCannotWorkIsAProblemAtItsPlace() async throws {
        let problems = try await read("stop", of: ["policy": "restart", "limit": 0]).problems.errors
        #expect(problems.count == 1)
        #expect(
            problems.first?.message
                == "Modules that state no failure policy are to be restarted, and the limit of restarts is 0, which has "
                + "to be above zero."
        )
        #expect(problems.first?.origin?.keyPath?.description == "onFailure")
    }

    @Test func aWordOrADictionarySaysIt() async throws {
        for (stated, policy) in [
            ("restart" as ConfigurationValue, FailurePolicy.restart), ("leaveOut", .leaveOut), ("stop", .stop),
            (["policy": "restart"], .restart),
            (
                [
                    "policy": "restart", "limit": 5, "within": 60, "delay": 0.5, "maximumDelay": 10, "keepsReady": true,
                ],
                .restart(
                    limit: 5,
                    within: .seconds(60),
                    delay: .milliseconds(500),
                    maximumDelay: .seconds(10),
                    keepsReady: true
                )
            ),
        ] {
            let read = try await read(stated)
            #expect(read.problems.errors.isEmpty)
            #expect(read.modules.first?.onFailure == policy)
        }
    }

    @Test func whatTheProgramStatesOfAllModulesWinsOverTheFile() async throws {
        let read = try await read("stop", of: "leaveOut")
        #expect(try Hive(read).failurePolicy == .leaveOut)
        #expect(try Hive(read, options: HiveOptions(onFailure: .restart)).failurePolicy == .restart)
        #expect(Hive(HiveOptions(clock: ManualClock())).failurePolicy == .stop)
    }
}
