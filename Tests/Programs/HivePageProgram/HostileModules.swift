// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Everything that a name can try: to end its place, to be a script, to reorder the line, to be very long.
let hostile = """
    </script></title></style><script>alert(1)</script>"><img src=x onerror=alert(1)>'--><![CDATA[]]>&lt;\
    \u{202E}\u{2066}\u{0}\u{1B}[2J\u{2028}\u{200B}http://example.com/x.png
    """
let long = String(repeating: "Endless", count: 1500)
let stacked = "z" + String(repeating: "\u{0301}", count: 5_000)

struct HostileEvent: HiveEvent {}

enum HostileModules {
    static func hive() throws -> Hive {
        let hive = Hive(HiveOptions(context: HiveContext(name: hostile)))
        try hive.modules.register(FirstModule.self, options: ["text": .string(hostile), "long": .string(long)])
        try hive.modules.register(LongModule.self, fileID: hostile)
        try hive.modules.register(StackedModule.self)
        try hive.modules.register(ReorderedModule.self)
        return hive
    }

    final class FirstModule: HiveModule {
        struct Options: ModuleOptions {
            var text = ""
            var long = ""
        }

        static let manifest = ModuleManifest(
            name: hostile,
            needs: [
                .module(LongModule.self), .named(hostile + "absent", optional: true),
            ]
        )
        func setUp(_ context: SetupContext) async throws {
            for name in [hostile, long, stacked] {
                try context.services.register((any Store).self, name: name, fileID: hostile) { _ in Memory() }
            }
            try context.events.bind(hostile, fileID: hostile) { _, _ in }
            context.withholdReadiness(because: hostile)
        }
        func health(_ context: ModuleContext) async throws -> ModuleHealth { .unhealthy(because: hostile) }
    }

    final class LongModule: HiveModule {
        static let manifest = ModuleManifest(name: long, needs: [.module(StackedModule.self, optional: true)])
        func health(_ context: ModuleContext) async throws -> ModuleHealth { .degraded(because: long) }
    }

    final class StackedModule: HiveModule {
        static let manifest = ModuleManifest(name: stacked)
    }

    final class ReorderedModule: HiveModule {
        static let manifest = ModuleManifest(
            name: "ירושלים עולם العربية 模块 👩‍👩‍👧",
            needs: [.module(FirstModule.self)]
        )
    }
}

/// Two thousand modules, each of which depends on the one before it.
enum ManyModules {
    static func hive() throws -> Hive {
        let hive = Hive()
        func register<A, B, C>(_ a: A.Type, _ b: B.Type, _ c: C.Type) throws {
            try hive.modules.register(NumberedModule<A, B, C>.self, options: ["number": 1])
        }
        func third<A, B>(_ a: A.Type, _ b: B.Type) throws { for type in types { try register(a, b, type) } }
        func second<A>(_ a: A.Type) throws { for type in types.prefix(12) { try third(a, type) } }
        for type in types { try second(type) }
        return hive
    }

    private static let types: [any Any.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
        UInt64.self, Bool.self, Float.self, Double.self,
    ]

    final class NumberedModule<A, B, C>: HiveModule {
        struct Options: ModuleOptions {
            var number = 0
        }

        static var manifest: ModuleManifest {
            ModuleManifest(
                name: "\(A.self)\(B.self)\(C.self)Module",
                needs: C.self == Int.self ? [] : [.module(NumberedModule<A, B, Int>.self)]
            )
        }
        func setUp(_ context: SetupContext) async throws {
            try context.events.subscribe(HostileEvent.self) { _, _ in }
        }
    }
}
