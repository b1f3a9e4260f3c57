// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

// What nobody registers and the linker finds. Records are those of the whole program, so no other test may expect that
// it has none.

protocol ToneService: Sendable { var tone: String { get } }

final class RecordedTone: ToneService, ServiceImplementation {
    let tone: String
    init(_ services: ServiceResolver) { tone = "recorded" }
}

final class OtherTone: ToneService, ServiceImplementation {
    let tone: String
    init(_ services: ServiceResolver) { tone = "other" }
}

final class FirstRecordedModule: HiveModule {
    static let manifest = ModuleManifest()
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(FirstRecordedModule.self) })
    init() {}
}

actor SecondRecordedModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(ThirdRecordedModule.self)])
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(SecondRecordedModule.self) })
    init() {}
}

@MainActor final class ThirdRecordedModule: HiveModule {
    nonisolated static let manifest = ModuleManifest()
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(ThirdRecordedModule.self) })
    init() {}
}

@section("hive_records") @used private let tone: HiveRecord = (
    1, 16, { $0.service((any ToneService).self, RecordedTone.self) { $0 } }
)

@section("hive_records") @used private let loudTone: HiveRecord = (
    1, 16,
    {
        $0.service(
            (any ToneService).self,
            RecordedTone.self,
            name: "loud",
            scope: .transient,
            module: FirstRecordedModule.self
        ) { $0 }
    }
)
