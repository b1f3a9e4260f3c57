// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HiveReports

@Suite struct JSONTextTests {
    @Test(
        arguments: [
            (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
            (.real(30), "30"), (.real(-0.0), "-0"), (.real(0.1), "0.1"), (.real(1e300), "1e+300"),
            (.real(.leastNonzeroMagnitude), "5e-324"),
            (.real(.infinity), "\"inf\""), (.real(.nan), "\"nan\""),
            (.date(secondsSinceReferenceDate: 1.5), "1.5"), (.date(secondsSinceReferenceDate: -.infinity), "\"-inf\""),
            (.boolean(true), "true"), (.data([0, 255]), "[0,255]"), (.data([]), "[]"), (.array([]), "[]"),
            (.dictionary([:]), "{}"),
            // What a terminal would not show as it is, is escaped.
            (.string("\"\\/\u{8}\u{C}\n\r\t\0\u{1B}\u{1F600}"), #""\"\\/\b\f\n\r\t\u0000\u001b😀""#),
            (["b": [1, ["c": 2]], "a\n": ["x", "y"], "": 0], #"{"":0,"a\n":["x","y"],"b":[1,{"c":2}]}"#),
        ] as [(ConfigurationValue, String)]
    )
    func valuesAsJSON(value: ConfigurationValue, text: String) {
        #expect(value.json == text)
    }
}
