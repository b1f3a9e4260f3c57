// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct ConfigurationLayerTests {
    /// What a variable's text is read as; nil when it does not fit.
    private func read<Value: Decodable>(_ text: String, as type: Value.Type) -> Value? {
        try? ConfigurationValues(.environmentVariables(["X": text], prefix: "")).value("x")
    }

    // B18
    @Test(
        arguments: [
            ("host", "HOST", "--host"),
            ("database.maxConnections", "DATABASE_MAX_CONNECTIONS", "--database-max-connections"),
            ("http2Port", "HTTP2_PORT", "--http2-port"),
            ("server.maxURLLength", "SERVER_MAX_URL_LENGTH", "--server-max-url-length"),
            ("userID", "USER_ID", "--user-id"), ("cache-size.in_MB", "CACHE_SIZE_IN_MB", "--cache-size-in-mb"),
        ]
    )
    func aKeyIsSpelledAsItsLayerDoes(key: String, variable: String, argument: String) throws {
        let variables = ConfigurationValues(.environmentVariables(["SHOP_\(variable)": "1"], prefix: "SHOP"))
        #expect(try variables.value(key) == 1)
        #expect(variables.origin(of: key) == "the environment (SHOP_\(variable))")
        let all = ConfigurationValues(.environmentVariables([variable: "1"], prefix: ""))
        #expect(try all.value(key) == 1)
        let arguments = ConfigurationValues(.arguments(["\(argument)=1"]))
        #expect(try arguments.value(key) == 1)
        #expect(arguments.origin(of: key) == "the arguments (\(argument))")
    }

    // B18
    @Test func anArgumentWithoutAValueIsTrueAndNothingElse() throws {
        let values = ConfigurationValues(.arguments(["--verbose", "--host", "db1"]))
        #expect(try values.requiredValue("verbose") == true)
        #expect(throws: HiveError.self) { try values.value("host", default: "localhost") }
    }

    // B18
    @Test func theLastOfEqualArgumentsCountsAndTwoHyphensEndThem() throws {
        let values = ConfigurationValues(.arguments(["--a=1", "b", "--a=2=3", "--empty=", "--", "--a=4", "--c"]))
        #expect(try values.value("a") == "2=3")
        #expect(try values.value("empty") == "")
        #expect(try values.value("c", as: Bool.self) == nil)
    }

    // B18
    @Test(
        arguments: [
            ("true", true), ("YES", true), ("on", true), ("1", true), ("False", false), ("no", false), ("off", false),
            ("0", false), ("", nil), ("2", nil), ("t", nil),
        ] as [(String, Bool?)]
    )
    func textIsReadAsATruthValue(text: String, expected: Bool?) {
        #expect(read(text, as: Bool.self) == expected)
    }

    // B18
    @Test(
        arguments: [("1.5", 1.5), ("-2", -2), ("nan", nil), ("inf", nil), ("1e999", nil), ("", nil)]
            as [(String, Double?)]
    )
    func textIsReadAsAFiniteNumber(text: String, expected: Double?) {
        #expect(read(text, as: Double.self) == expected)
    }

    // B18
    @Test(arguments: [("12", 12), ("+3", 3), ("-4", -4), ("1.0", nil), ("", nil), (" 1", nil)] as [(String, Int?)])
    func textIsReadAsAnInteger(text: String, expected: Int?) {
        #expect(read(text, as: Int.self) == expected)
    }

    // B18
    @Test func leavesOfATreeAreNotConverted() throws {
        let values = ConfigurationValues(.tree(["integer": 1, "text": "1", "real": 1.5, "flag": true], origin: "tree"))
        #expect(try values.value("integer", as: Double.self) == 1)
        #expect(throws: HiveError.self) { try values.value("text", as: Int.self) }
        #expect(throws: HiveError.self) { try values.value("integer", as: String.self) }
        #expect(throws: HiveError.self) { try values.value("integer", as: Bool.self) }
        #expect(throws: HiveError.self) { try values.value("real", as: Int.self) }
    }
}
