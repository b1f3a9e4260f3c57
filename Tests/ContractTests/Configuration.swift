// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contract's seventh chapter, C42 to C45.
@Suite("Configuration", .timeLimit(.minutes(5)))
struct Configuration {
    struct ShopOptions: Decodable, Sendable { var retries: Int? }

    final class ShopModule: HiveModule {
        typealias Options = ShopOptions
        static let manifest = ModuleManifest()
        init() { Issue.record("A module was created.") }
    }
    final class HomeModule: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
    enum Attic {
        final class HomeModule: HiveModule {
            static let manifest = ModuleManifest()
            init() {}
        }
    }
    final class LocalMailer: Mailer, ServiceImplementation {
        let host = "local"
        init(_ services: ServiceResolver) throws {}
    }
    final class Unfit: ServiceImplementation { init(_ services: ServiceResolver) throws {} }

    private static let catalogue = HiveCatalogue(
        modules: [ShopModule.self, HomeModule.self],
        services: [(any Mailer).self],
        implementations: [LocalMailer.self, Unfit.self]
    )

    private static func entry(_ name: String, _ level: String, _ priority: String) -> String {
        dictionary(("moduleClass", name), ("moduleLevel", level), ("modulePriority", priority))
    }

    @Suite("C42 BeeHive's files")
    struct C42 {
        @Test("moduleClasses load unchanged, with numbers as integers or as strings")
        func modules() async throws {
            let text = ContractTests.modules(
                entry("ShopModule", "1", "-5"),
                entry("HomeModule", "<integer>0</integer>", "<integer>7</integer>")
            )
            let read = try await configured(modules: text, catalogue: catalogue)
            #expect(read.problems == [])
            let modules = try Hive(read, options: HiveOptions(clock: ManualClock())).modules.descriptors
            #expect(modules.map(\.name) == ["HomeModule", "ShopModule"])
            #expect(modules.map(\.priority) == [7, -5])
            #expect(modules.map(\.level) == [.basic, .normal])
        }

        @Test(
            "Services load as an array of service and impl, and as the older dictionary",
            arguments: [
                "<array>" + dictionary(("service", "Mailer"), ("impl", "LocalMailer")) + "</array>",
                dictionary(("Mailer", "LocalMailer")),
            ]
        )
        func services(text: String) async throws {
            let hive = try Hive(
                await configured(services: text, catalogue: catalogue),
                options: HiveOptions(clock: ManualClock())
            )
            try await hive.start()
            #expect(try hive.services.service((any Mailer).self).host == "local")
            try await hive.stop()
        }

        @Test("XML and binary")
        func binary() async throws {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .binary
            let modules = try encoder.encode(["moduleClasses": [["moduleClass": "HomeModule"]]])
            let services = try encoder.encode(["Mailer": "LocalMailer"])
            let files = ["modules.plist": Array(modules), "services.plist": Array(services)]
            let hive = try await withFiles(files) {
                try Hive(contentsOf: $0, catalogue: catalogue, options: HiveOptions(clock: ManualClock()))
            }
            #expect(hive.modules.descriptors.map(\.name) == ["HomeModule"])
        }

        @Test("A service entry may name its owning module")
        func owner() async throws {
            let service = dictionary(("service", "Mailer"), ("impl", "LocalMailer"), ("module", "HomeModule"))
            let read = try await configured(
                modules: ContractTests.modules(entry("HomeModule", "0", "0")),
                services: "<array>\(service)</array>",
                catalogue: catalogue
            )
            let hive = try Hive(read, options: HiveOptions(clock: ManualClock()))
            try await hive.start()
            _ = try hive.services.service((any Mailer).self)
            try await hive.remove(HomeModule.self)
            #expect(try await hiveError { try hive.services.service((any Mailer).self) }.code == .stopped)
            try await hive.stop()
        }

        @Test("Names without a Swift module resolve through the catalogue, then the stated default modules")
        func names() async throws {
            let text = ContractTests.modules(entry("HomeModule", "0", "0"))
            #expect(try await configured(modules: text, catalogue: catalogue).problems == [])
            let nested = ContractTests.modules(entry("Configuration.HomeModule", "0", "0"))
            let read = try await configured(modules: nested, defaultModules: ["ContractTests"])
            #expect(read.problems.errors == [])
            #expect(
                try Hive(read, options: HiveOptions(clock: ManualClock())).modules.descriptors.map(\.name) == [
                    "HomeModule"
                ]
            )
        }

        @Test("An ambiguous name is an error that lists the candidates")
        func ambiguous() async throws {
            let twins = HiveCatalogue(modules: [HomeModule.self, Attic.HomeModule.self])
            let text = ContractTests.modules(entry("HomeModule", "0", "0"))
            let problem = try #require(try await configured(modules: text, catalogue: twins).problems.errors.first)
            #expect(problem.code == .unknownClass)
            for part in ["Configuration.HomeModule", "Attic.HomeModule"] { #expect("\(problem)".contains(part)) }
        }
    }

    @Suite("C43 Everything wrong at once")
    struct C43 {
        @Test("Each problem has file, key path, what is wrong and what to do; nothing is started")
        func everything() async throws {
            let modules = ContractTests.modules(
                dictionary(("moduleClass", "HomeModul")),
                dictionary(("moduleClass", "HomeModule"), ("priorty", "1")),
                dictionary(("moduleClass", "ShopModule"), ("options", dictionary(("retires", "1")))),
                dictionary(("moduleClass", "ShopModule")),
                dictionary(("moduleClass", "HomeModule"), ("moduleLevel", "<true/>"))
            )
            let services = [
                dictionary(("service", "Mailr"), ("impl", "LocalMailer")),
                dictionary(("service", "Mailer"), ("impl", "Unfit")),
            ]
            let read = try await configured(
                modules: modules,
                services: "<array>\(services.joined())</array>",
                catalogue: catalogue
            )
            let error = try await hiveError { try Hive(read, options: HiveOptions(clock: ManualClock())) }
            #expect(error.code == .invalidConfiguration)
            let errors = error.problems.errors
            #expect(
                Set(errors.map(\.code))
                    == [.unknownClass, .unknownKey, .invalidValue, .duplicateModule, .doesNotConform]
            )
            for problem in errors {
                #expect(problem.origin?.file.hasSuffix(".plist") == true, "\(problem)")
                #expect(problem.origin?.keyPath != nil, "\(problem)")
            }
            let report = error.report
            for advice in ["HomeModule", "priority", "retries", "Mailer"] {
                #expect(report.lowercased().contains("did you mean \"\(advice.lowercased())\"?"), "\(report)")
            }
            for remedy in ["Remove one of the entries", "Let the class conform", "Expected an integer"] {
                #expect(report.contains(remedy), "\(report)")
            }
        }

        @Test("A class that is no module is an error")
        func noModule() async throws {
            let text = ContractTests.modules(dictionary(("moduleClass", "ContractTests.Log")))
            #expect(try await configured(modules: text).problems.errors.map(\.code) == [.notAModule])
        }

        @Test("So is a cycle")
        func cycle() async throws {
            func entry(_ name: String, needs other: String) -> String {
                dictionary(("moduleClass", name), ("needs", "<array><string>\(other)</string></array>"))
            }
            let text = ContractTests.modules(
                entry("HomeModule", needs: "ShopModule"),
                entry("ShopModule", needs: "HomeModule")
            )
            let hive = try Hive(
                await configured(modules: text, catalogue: catalogue),
                options: HiveOptions(clock: ManualClock())
            )
            #expect(hive.verify().errors.map(\.code) == [.dependencyCycle])
        }
    }

    @Suite("C44 Absent file")
    struct C44 {
        @Test("An error that names the path looked for, never an empty configuration")
        func absent() async throws {
            let error = try await hiveError {
                try Hive(contentsOf: "Nowhere", options: HiveOptions(clock: ManualClock()))
            }
            #expect(error.problems.map(\.code) == [.fileNotReadable, .fileNotReadable])
            for file in ["Nowhere/modules.plist", "Nowhere/services.plist"] { #expect(error.report.contains(file)) }
        }
    }

    @Suite("C45 Hostile files")
    struct C45 {
        private static let deep = String(repeating: "<array>", count: 100_000)
        /// A binary list whose array contains itself.
        private static let cyclic: [UInt8] =
            Array("bplist00".utf8) + [0xA1, 0x00, 0x08] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
            + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]

        private static let files: [String: [UInt8]] = [
            "deeply nested": xml(deep),
            "wrong encoding": [0xFE, 0xFF, 0xD8, 0x00] + xml("<dict/>"),
            "truncated": xml("<dict>").dropLast(20),
            "duplicate keys": xml(dictionary(("moduleClasses", "<array/>"), ("moduleClasses", "<array/>"))),
            "cyclic binary references": cyclic,
            "empty": [],
            "noise": Array("bplist00".utf8) + (0..<64).map { UInt8($0 * 37 % 256) },
        ]

        @Test("They give an error: no crash, no hang", arguments: files.keys.sorted())
        func hostile(name: String) async throws {
            let bytes = try #require(Self.files[name])
            let read = try await withFiles(["modules.plist": bytes]) { folder in
                HiveConfiguration(modules: ["\(folder)/modules.plist"], services: [])
            }
            #expect(read.problems.errors.count == 1, "\(read.problems)")
            #expect(read.modules.isEmpty)
        }

        @Test(
            "So do a folder, a file without permission, and a file that is too large",
            arguments: ["folder", "permission"]
        )
        func unreadable(kind: String) async throws {
            let read = try await withFiles(["modules.plist": xml("<dict/>")]) { folder in
                let path = "\(folder)/modules.plist"
                if kind == "permission" {
                    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
                    // The superuser may read everything.
                    guard !FileManager.default.isReadableFile(atPath: path) else { return HiveConfiguration?.none }
                }
                return HiveConfiguration(modules: [kind == "folder" ? folder : path], services: [])
            }
            if let read { #expect(read.problems.errors.map(\.code) == [.fileNotReadable]) }
        }
    }
}
