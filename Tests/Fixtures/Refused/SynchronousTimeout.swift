// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

// A synchronous handler with a timeout does not compile; `.ci/check-clients` expects the reason at each of these.

struct Ping: HiveEvent {}

struct Question: HiveEvent {
    typealias Reply = String
    let text: String
}

func subscribe(_ hive: Hive, _ context: SetupContext) async throws {
    _ = try hive.events.subscribe(Ping.self, timeout: .seconds(1)) { _, _ in }
    _ = try hive.events.subscribe(Question.self, timeout: .seconds(1)) { event, _ in event.text }
    try context.events.subscribe(Ping.self, timeout: .seconds(1)) { _, _ in }
    try context.events.subscribe(Ping.self, timeout: .seconds(1)) { _, _ in throw CancellationError() }
}
