// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Interface

// Everything here is private to the module: only the records lead to it.

final class PoliteGreeter: Greeter, ServiceImplementation {
    init(_ services: ServiceResolver) {}
    func greeting(for name: String) -> String { "good morning, \(name)" }

    #if objectFormat(ELF)
    @section("hive_records") @used
    private static let record: HiveRecord = (1, 16, { $0.service((any Greeter).self, PoliteGreeter.self) { $0 } })
    #else
    @section("__DATA,hive_records") @used
    private static let record: HiveRecord = (1, 16, { $0.service((any Greeter).self, PoliteGreeter.self) { $0 } })
    #endif
}

actor GreeterModule: HiveModule {
    static let manifest = ModuleManifest()

    init() {}

    #if objectFormat(ELF)
    @section("hive_records") @used
    private static let record: HiveRecord = (1, 16, { $0.module(GreeterModule.self) })
    #else
    @section("__DATA,hive_records") @used
    private static let record: HiveRecord = (1, 16, { $0.module(GreeterModule.self) })
    #endif
}

private final class AuditModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(GreeterModule.self)])

    #if objectFormat(ELF)
    @section("hive_records") @used
    static let record: HiveRecord = (1, 16, { $0.module(AuditModule.self) })
    #else
    @section("__DATA,hive_records") @used
    static let record: HiveRecord = (1, 16, { $0.module(AuditModule.self) })
    #endif
}
