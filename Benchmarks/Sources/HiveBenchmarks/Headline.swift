// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Measuring

extension Headline {
    /// What people ask first, for the README of the benchmarks: at most five, each beside what they would use instead.
    static let all = [
        Headline(
            "An event to one subscriber",
            "Event: synchronous, on the hive, 1",
            beside: "Event: NotificationCenter, 1",
            called: "Foundation's `NotificationCenter`"
        ),
        Headline(
            "Looking up one of 1,000 services",
            "Lookup: by protocol, 1000",
            beside: "Lookup: dictionary under a mutex, 1000",
            called: "a dictionary under a `Mutex`"
        ),
        Headline(
            "10 modules start and stop in a new process",
            "Cold start and stop: modules, 10",
            beside: "Cold start and stop: ServiceGroup, 10",
            called: "10 services of swift-service-lifecycle"
        ),
        Headline(
            "100 modules start and stop in a new process",
            "Cold start and stop: modules, 100",
            beside: "Cold start and stop: ServiceGroup, 100",
            called: "100 services of swift-service-lifecycle"
        ),
        Headline(
            "A stop with 30 requests in flight",
            "Drain: a module's work, 30",
            beside: "Drain: ServiceGroup, 30",
            called: "a graceful shutdown of swift-service-lifecycle"
        ),
    ]
}
