// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CoreMetrics
import TeaShop
import Testing

/// What metrics are called comes from modules and clients too, and none of it is a line of its own.
struct TextMetricsTests {
    // By Characters, a quote with a combining mark behind it would be none, and end the text.
    @Test func whatAMetricIsDividedByIsText() {
        let metrics = TextMetrics()
        let hostile = "a\"\u{301}} 1\nshop_up 0\r\n\\\u{200D}"
        metrics.makeCounter(label: "shop\"\u{301}.calls", dimensions: [("module", hostile)]).increment(by: 2 as Int64)
        let expected = "shop___calls{module=\"a\\\"\u{301}} 1 shop_up 0  \\\\\u{200D}\"} 2.0\n"
        #expect(metrics.text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(metrics.text)")
    }
}
