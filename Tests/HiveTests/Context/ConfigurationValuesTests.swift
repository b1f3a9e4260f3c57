// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct ConfigurationValuesTests {
    private static let layered = ConfigurationValues(
        .tree(["database": ["host": "tree", "port": 1, "maxConnections": 4]], origin: "defaults"),
        .environmentVariables(["SHOP_DATABASE_HOST": "variable", "SHOP_DATABASE_PORT": "2"], prefix: "SHOP"),
        .arguments(["--database-host=argument"])
    )

    /// What a body throws must be about a value.
    private func message(_ body: () throws -> Void) throws -> String {
        let error = try #require(#expect(throws: HiveError.self) { try body() })
        #expect(error.code == .invalidValue)
        return error.message
    }

    private enum Mode: String, Decodable {
        case slow, fast
    }

    // B18: what is neither a text nor a number is decoded from what the winning layer has.
    @Test func aTypeOfTheCallersOwnIsDecodedFromTheWinningLayer() throws {
        let values = ConfigurationValues(
            .tree(["mode": "slow", "ports": [1, 2], "other": 3], origin: "shop.plist"),
            .environmentVariables(["SHOP_MODE": "fast"], prefix: "SHOP")
        )
        #expect(try values.value("mode") == Mode.fast)
        #expect(try values.value("ports", default: [0]) == [1, 2])
        #expect(try values.value("absent", as: [Int].self) == nil)
        let text = try message { _ = try values.requiredValue("other", as: Mode.self) }
        #expect(text == "other in shop.plist (other) does not fit Mode.")
    }

    // B18: a wrong value is an error that names its layer, and the default does not hide it.
    @Test(
        arguments: [
            (
                ConfigurationValues.Layer.tree(["port": "many"], origin: "shop.plist"),
                #"port is the string "many" in shop.plist (port), which is not an integer."#
            ),
            (
                .environmentVariables(["SHOP_PORT": "many"], prefix: "SHOP"),
                #"port is "many" in the environment (SHOP_PORT), which is not an integer."#
            ),
            (
                .arguments(["--port=many"]),
                #"port is "many" in the arguments (--port), which is not an integer."#
            ),
            (
                .arguments(["--port", "80"]),
                "port is given without a value in the arguments (--port), which is not an integer."
            ),
        ]
    )
    func aWrongValueNamesItsLayerAndIsNeverReplaced(layer: ConfigurationValues.Layer, expected: String) throws {
        let values = ConfigurationValues(.tree(["port": 1], origin: "defaults"), layer)
        #expect(try message { _ = try values.value("port", as: Int.self) } == expected)
        #expect(try message { _ = try values.value("port", default: 7) } == expected)
        #expect(try message { _ = try values.requiredValue("port", as: Int.self) } == expected)
    }

    // B18
    @Test func aMissingValueSaysWhereItWasLookedFor() throws {
        let text = try message { _ = try Self.layered.requiredValue("database.userName", as: String.self) }
        #expect(
            text == """
                database.userName is missing; it has to be a string. Looked for: database.userName in defaults, \
                SHOP_DATABASE_USER_NAME in the environment, --database-user-name in the arguments.
                """
        )
        let empty = try message { _ = try ConfigurationValues().requiredValue("a", as: Bool.self) }
        #expect(empty == "a is missing; it has to be true or false. There are no layers to look in.")
    }

    // B18
    @Test func somethingElseWhereADictionaryIsNeededIsAnError() throws {
        var values = ConfigurationValues(.tree(["database": ["host": "a"]], origin: "defaults"))
        values.append(["database": "off"], origin: "override")
        let expected = #"database is a string in override, and database.host needs a dictionary there."#
        #expect(try message { _ = try values.value("database.host", as: String.self) } == expected)
        #expect(try message { _ = try values.decode(Database.self, at: "database.host") } == expected)
        #expect(values.origin(of: "database.host") == nil)
    }

    // B18
    @Test func theLaterLayerWins() throws {
        #expect(try Self.layered.requiredValue("database.host") == "argument")
        #expect(try Self.layered.requiredValue("database.port") == 2)
        #expect(try Self.layered.requiredValue("database.maxConnections") == 4)
        #expect(try Self.layered.value("database.absent", as: Int.self) == nil)
        #expect(try Self.layered.value("database.absent", default: 9) == 9)
    }

    // B18
    @Test func originSaysWhichLayerAndHowItSpellsTheKey() {
        #expect(Self.layered.origin(of: "database.host") == "the arguments (--database-host)")
        #expect(Self.layered.origin(of: "database.port") == "the environment (SHOP_DATABASE_PORT)")
        #expect(Self.layered.origin(of: "database.maxConnections") == "defaults (database.maxConnections)")
        #expect(Self.layered.origin(of: "database.absent") == nil)
    }

    private struct Database: Decodable, Equatable {
        let host: String
        let port: Int
        var tags: [String]?
    }

    // B18
    @Test(
        arguments: [
            (["database": ["port": "x"]], "database: port: expected an integer"),
            (["database": ["hots": "b"]], "unknown key \"hots\""),
        ] as [(ConfigurationValue, String)]
    )
    func decodingSaysUnderWhichKeyAProblemIs(tree: ConfigurationValue, problem: String) throws {
        var values = ConfigurationValues(.tree(["database": ["host": "a", "port": 1]], origin: "one"))
        values.append(tree, origin: "other")
        let error = #expect(throws: HiveError.self) { try values.decode(Database.self, at: "database") }
        #expect(error?.code == .invalidValue)
        let problems = error?.problems.map { "\($0)" } ?? []
        #expect(problems.contains { $0.contains(problem) })
    }

    // B18
    @Test func decodingMergesTreesKeyByKeyAndReplacesArrays() throws {
        var values = ConfigurationValues(
            .tree(["app": ["database": ["host": "a", "port": 1, "tags": ["x", "y"]]]], origin: "one")
        )
        values.append(["app": ["database": ["port": 2, "tags": ["z"]]]], origin: "other")
        values.append(environment: ["SHOP_APP_DATABASE_HOST": "no tree"], prefix: "SHOP")
        let database = try values.decode(Database.self, at: "app.database")
        #expect(database == Database(host: "a", port: 2, tags: ["z"]))
    }
}
