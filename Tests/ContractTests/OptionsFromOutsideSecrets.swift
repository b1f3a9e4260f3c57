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

extension OptionsFromOutside {
    /// What a module marks as secret.
    @Suite("Secrets")
    struct Secrets {
        struct Login: Codable, Sendable {
            var user: String
            var password: Secret<String>
        }
        final class VaultModule: HiveModule {
            typealias Options = Login
            static let manifest = ModuleManifest()
            init() {}
        }

        private func read(_ password: String) async throws -> HiveConfiguration {
            let options = dictionary(("user", "ann"), ("password", password))
            let text = ContractTests.modules(dictionary(("moduleClass", "VaultModule"), ("options", options)))
            return try await configured(modules: text, catalogue: HiveCatalogue(modules: [VaultModule.self]))
        }

        @Test("What is marked as secret is shown neither where it is right nor where it is wrong")
        func secrets() async throws {
            let right = try await read("hunter2")
            let wrong = try await read("<integer>47114711471</integer>")
            var text = "\(right.settings) \(wrong.settings)"
            dump(right, to: &text)
            dump(wrong, to: &text)
            let hive = try Hive(wrong, options: HiveOptions(clock: ManualClock()))
            let error = await #expect(throws: HiveError.self) { try await hive.start() }
            text += "\(error as Any)"
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("47114711471"))
            #expect(text.contains("Option password of VaultModule: expected a string, found an integer."))
            #expect(right.settings.map(\.value) == ["VaultModule", "ann", "••••"])
            let declared = try #require(right.modules.first?.options)
            #expect(declared == ["user": "ann", "password": "hunter2"])
        }

        @Test("Every encoder writes •••• in a secret's place")
        func encoders() throws {
            let login = Login(user: "ann", password: Secret("hunter2"))
            let lists = PropertyListEncoder()
            lists.outputFormat = .xml
            for bytes in [try JSONEncoder().encode(login), try lists.encode(login)] {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(text.contains("••••") && !text.contains("hunter2"))
            }
        }
    }
}
