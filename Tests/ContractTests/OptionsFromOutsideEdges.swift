// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

/// The contract's row C54, where the outside is hostile, and where modules come and go.
@Suite("C54 Options from outside, edges", .timeLimit(.minutes(5)))
struct OptionsFromOutsideEdges {
    typealias Base = OptionsFromOutside

    struct Vault: Codable, Sendable {
        var pin = 1
        var door = "north"
    }
    final class VaultModule: HiveModule {
        struct Options: ModuleOptions {
            var pin = Secret(12_341_234_123)
            var codes: Secret<[Int]>?
            var vault = Secret(Vault())
            var keys = Secret(["Tr0ub4dor": 1])
            var open = false
        }
        static let manifest = ModuleManifest()
        init() {}
    }

    final class RateModule: HiveModule {
        struct Options: ModuleOptions {
            var percent = 5
            init() {}
            init(from decoder: any Decoder) throws {
                percent =
                    try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .percent) ?? 5
                guard percent <= 100 else { throw HiveError(.invalidValue, "percent is 0 to 100") }
            }
        }
        static let manifest = ModuleManifest(name: "Tax rates")
        init() {}
    }

    @Test("What the options' own initializer throws is reported with the place of what states them")
    func wholeOptions() throws {
        let hive = try Base.hive(["SHOP_TAX_RATES_PERCENT": "101"], [], [RateModule.self])
        let problem = try #require(hive.verify().errors.first)
        #expect(problem.message == "What is stated for Tax rates: percent is 0 to 100.")
        #expect(problem.origin.map { "\($0)" } == "SHOP_TAX_RATES_PERCENT")
    }

    final class GateModule: HiveModule {
        struct Options: Decodable, Sendable {
            var port: Int
            var host: String
        }
        static let manifest = ModuleManifest()
        init() {}
    }

    @Test("An option that is missing has no place from outside, whatever else is stated there")
    func missingOption() throws {
        let hive = try Base.hive(["SHOP_GATE_PORT": "1"], [], [GateModule.self])
        let problem = try #require(hive.verify().errors.first)
        #expect(problem.message.contains("Option host of GateModule"))
        #expect(problem.origin?.source == .code)
    }

    @Test("A module's name that has spaces is words of a variable, and exact in an argument")
    func namesWithSpaces() throws {
        for (variables, arguments) in [(["SHOP_TAX_RATES_PERCENT": "7"], []), ([:], ["--Tax rates.percent=7"])] {
            let hive = try Base.hive(variables, arguments, [RateModule.self])
            #expect(hive.verify() == [])
            #expect(try Base.options(hive, "Tax rates", as: RateModule.Options.self).percent == 7)
        }
    }

    struct SearchPath: Codable, Sendable, ExpressibleByArrayLiteral {
        var folders: [String]
        init(arrayLiteral elements: String...) { folders = elements }
        init(from decoder: any Decoder) throws {
            folders = try decoder.singleValueContainer().decode(String.self).split(separator: ":").map(String.init)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(folders.joined(separator: ":"))
        }
    }
    final class SearchModule: HiveModule {
        struct Options: ModuleOptions { var path: SearchPath? }
        static let manifest = ModuleManifest()
        init() {}
    }

    @Test("An option whose type has the literal of a list, and is written as one text, takes a text")
    func literals() throws {
        let hive = try Base.hive(["SHOP_SEARCH_PATH": "/a:/b"], [], [SearchModule.self])
        #expect(hive.verify() == [])
        let options = try Base.options(hive, "SearchModule", as: SearchModule.Options.self)
        #expect(options.path?.folders == ["/a", "/b"])
    }

    @Test("A secret from outside is shown nowhere, right or wrong")
    func secrets() async throws {
        let right = [
            "SHOP_VAULT_PIN": "47114711471", "SHOP_VAULT_CODES": "47124712471,47134713471",
            "SHOP_VAULT_VAULT_DOOR": "hunter2",
        ]
        let wrong = [
            "SHOP_VAULT_PIN": "hunter2", "SHOP_VAULT_CODES": "1,hunter2", "SHOP_VAULT_VAULT_PIN": "hunter2",
            "SHOP_VAULT_KEYS_TR0UB4DOR": "hunter2", "SHOP_VAULT_KEYS_OTHER": "hunter2", "SHOP_VAULT_OPEN": "true",
        ]
        var text = ""
        for (variables, arguments) in [
            (right, []), (wrong, []), ([:], ["--Vault.pin=hunter2", "--Vault.pni=hunter2"]),
        ] {
            let hive = try Base.hive(variables, arguments, [VaultModule.self])
            text += "\(hive.verify())\n"
            dump(hive.modules.descriptors, to: &text)
            dump(hive.context, to: &text)
            dump(hive, to: &text)
            if variables == right {
                let options = try Base.options(hive, "VaultModule", as: VaultModule.Options.self)
                #expect(options.pin.value == 47_114_711_471)
                #expect(options.codes?.value == [47_124_712_471, 47_134_713_471])
                #expect(options.vault.value.door == "hunter2")
                text += "\(options)"
                dump(options, to: &text)
                try await hive.start()
                try await hive.stop()
            } else {
                let error = await #expect(throws: HiveError.self) { try await hive.start() }
                text += error?.report ?? ""
            }
        }
        // Long ones, which no address has that a dump shows.
        for secret in ["hunter2", "47114711471", "47124712471", "47134713471", "12341234123", "Tr0ub4dor"] {
            #expect(!text.contains(secret))
        }
        #expect(text.contains("SHOP_VAULT_PIN: error: Option pin of VaultModule: expected an integer, found a string."))
        #expect(text.contains("Did you mean --Vault.pin?"))
    }

    @Test("Only Hive's own encoder is given a secret")
    func encoder() async throws {
        struct Spy: Encodable {
            let secret = Secret("hunter2")
            func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
        }
        struct Given: ModuleOptions {
            var token = Secret("hunter2")
            var inner: [String: [Secret<Int>]] = ["a": [Secret(7)]]
        }
        final class Module: HiveModule {
            typealias Options = Given
            static let manifest = ModuleManifest()
            init() {}
        }
        let hive = try Base.hive([:], [], [Module.self])
        #expect(hive.verify() == [])
        let options = try Base.options(hive, "Module", as: Given.self)
        #expect(options.token.value == "hunter2")
        #expect(options.inner["a"]?.first?.value == 7)
        #expect(!"\(Spy())".contains("hunter2"))
    }

    @Test(
        "Whatever the outside says ends in options or in errors",
        arguments: ["title", "limits.maximumLines", "ports"]
    )
    func hostile(_ option: String) throws {
        let huge = String(repeating: "9", count: 1_000_000)
        let texts = [
            huge, huge + "," + huge, String(repeating: ",", count: 100_000), "\u{0}", "\u{1B}[31m", "\n", "\u{202E}",
            "\u{FFFD}", "-0", "0x10", "１", "nan", "1e999", "\u{212A}", "e\u{301}",
        ]
        for text in texts {
            let variable = "SHOP_CART_\(option == "limits.maximumLines" ? "LIMITS_MAXIMUM_LINES" : option.uppercased())"
            let (one, other) = (try Base.hive([variable: text]), try Base.hive([:], ["--Cart.\(option)=\(text)"]))
            for hive in [one, other] {
                let problems = hive.verify()
                #expect(problems.allSatisfy { $0.description.utf8.count < 1000 })
                #expect(problems.allSatisfy { $0.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
            }
        }
        #expect(try Base.faults(["SHOP_CART_TITLE": "a\u{FFFD}"]).first?.contains("is no valid UTF-8") == true)
        #expect(try Base.faults([:], ["--Cart.title=a\u{FFFD}"]).first?.contains("is no valid UTF-8") == true)
    }

    @Test("Names from outside are told by their scalars, and long ones are cut")
    func names() throws {
        final class KioskModule: HiveModule {
            struct Options: ModuleOptions { var keys: Set = ["b", "a", "e", "d", "c"] }
            static let manifest = ModuleManifest()
            init() {}
        }
        // The Kelvin sign is equal to the letter to Swift.
        let kelvin = try Base.hive(["SHOP_\u{212A}IOSK_KEYS": "x"], [], [KioskModule.self])
        #expect(kelvin.verify().map(\.severity) == [.warning])
        #expect(kelvin.modules.descriptors.first?.options == ["keys": ["a", "b", "c", "d", "e"]])
        #expect(try Base.faults(["SHOP_KIOSK_\u{212A}EYS": "x"], [], [KioskModule.self]).count == 1)
        #expect(try Base.hive(["SHOP_\u{212A}IOSK_SEYK": "x"], [], [KioskModule.self]).verify() == [])
        // A set has one order, so that nothing seems to have changed.
        let kiosk = try Base.hive([:], [], [KioskModule.self]).modules.descriptors
        #expect(kiosk.first?.options == ["keys": ["a", "b", "c", "d", "e"]])
        #expect(try Base.faults(["SHOP_CART_TITLE\u{301}": "x"]).count == 1)
        let long = "SHOP_CART_" + String(repeating: "A_", count: 50_000)
        let faults = try Base.faults([long: "x"], ["--Cart." + String(repeating: "a.", count: 50_000) + "=x"])
        #expect(faults.count == 2)
        #expect(faults.allSatisfy { $0.utf8.count < 2000 })
        let controls = try Base.faults([:], ["--Cart.\u{1B}[31m\n=x"])
        #expect(controls.first?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
        let many = Dictionary(uniqueKeysWithValues: (0..<5000).map { ("SHOP_CART_X\($0)", "x") })
        #expect(try Base.faults(many).count == 101)
    }

    @Test("The same argument twice is an error, and one without a value is true or an error")
    func arguments() throws {
        let twice = try Base.faults([:], ["--Cart.title=hunter2", "--Cart.isOpen", "--Cart.title=hunter2"])
        #expect(twice.count == 1)
        #expect(
            twice.first?.hasPrefix("--Cart.title: error: The option title of CartModule is given more than once.")
                == true
        )
        let flag = try Base.faults([:], ["--Cart.title"])
        #expect(flag.first?.contains("is given without a value. Write --Cart.title=…") == true)
        let misspelt = ["--cart.title=x", "--CartModule.title=x", "--Catr.title=x", "--shelf.title=x"]
        let near = try Base.hive([:], misspelt).verify()
        #expect(near.map(\.code) == Array(repeating: .unknownArgument, count: 4))
        #expect(near.count { $0.remedy == "Did you mean --Cart.title?" } == 3)
    }

    @Test("A variable whose module is misspelt is a warning where the option is there, and no other one is")
    func strays() async throws {
        let variables = [
            "SHOP_CATR_TITLE": "hunter2", "SHOP_CARTS_LIMITS_MAXIMUM_LINES": "9",
            // What is no option of the module that is near, or near none.
            "SHOP_CATR_SECRET": "x", "SHOP_DATABASE_TITLE": "x", "SHOP_TITLE": "x", "SHOP_": "x", "SHOP__TITLE": "x",
            // What Kubernetes makes for the services `shop` and `shop-catr`.
            "SHOP_SERVICE_HOST": "10.0.0.1", "SHOP_SERVICE_PORT": "80", "SHOP_PORT": "tcp://10.0.0.1:80",
            "SHOP_PORT_80_TCP_ADDR": "10.0.0.1", "SHOP_CATR_SERVICE_HOST": "10.0.0.1",
        ]
        let hive = try Base.hive(variables)
        #expect(
            hive.verify().map(\.description).sorted() == [
                """
                SHOP_CARTS_LIMITS_MAXIMUM_LINES: warning: This environment variable fits no module. \
                Did you mean SHOP_CART_LIMITS_MAXIMUM_LINES?
                """,
                """
                SHOP_CATR_TITLE: warning: This environment variable fits no module. Did you mean SHOP_CART_TITLE?
                """,
            ]
        )
        try await hive.start()
        try await hive.stop()
        // A value of the application, and a module that takes no part.
        var context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: [], variables: variables)
        context.values.append(["catr": ["title": "x"], "carts": ["limits": ["maximumLines": 1]]], origin: "code")
        let valued = Hive(HiveOptions(context: context, clock: ManualClock()))
        try valued.modules.register(Base.CartModule.self)
        #expect(valued.verify() == [])
        #expect(try Base.hive(["HIVE_DISABLE": "CartModule", "SHOP_CATR_TITLE": "x"]).verify() == [])
    }

    @Test("Of variables that nearly fit, a hundred are described, whatever there is")
    func manyStrays() throws {
        var variables = ["SHOP_" + String(repeating: "_", count: 100_000): "x"]
        variables["SHOP_CATR_" + String(repeating: "TITLE", count: 100_000)] = "x"
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            for option in ["TITLE", "RATIO", "IS_OPEN", "TAGS", "NOTE"] {
                variables["SHOP_\(first)CART_\(option)"] = "1"
            }
        }
        #expect(try Base.faults(variables).count == 100)
        // C61: those behind a thousand others are not even looked at.
        var others = ["SHOP_CATR_TITLE": "x"]
        #expect(try Base.faults(others).count == 1)
        for number in 0..<1_000 { others["SHOP_A_\(number)"] = "x" }
        #expect(try Base.faults(others) == [])
    }

    @Test("Two modules whose names come to the same are told apart by their options")
    func sameName() throws {
        final class Cart: HiveModule {
            struct Options: ModuleOptions {
                var title = "small"
                var depth = 1
            }
            static let manifest = ModuleManifest()
            init() {}
        }
        let modules: [any HiveModule.Type] = [Base.CartModule.self, Cart.self]
        let both = try Base.faults(["SHOP_CART_TITLE": "x"], ["--Cart.title=y"], modules)
        #expect(both.count == 2)
        #expect(both.allSatisfy { $0.contains("title of CartModule, title of Cart") })
        let hive = try Base.hive(["SHOP_CART_DEPTH": "3"], ["--Cart.ratio=2"], modules)
        #expect(hive.verify() == [])
        #expect(try Base.options(hive, "Cart", as: Cart.Options.self).depth == 3)
    }

    @Test("Without a prefix, and for modules that take no part, nothing is said")
    func elsewhere() throws {
        let context = HiveContext.process(name: "Shop", prefix: "", arguments: [], variables: ["CART_TITEL": "x"])
        let bare = Hive(HiveOptions(context: context, clock: ManualClock()))
        try bare.modules.register(Base.CartModule.self)
        #expect(bare.verify() == [])
        let disabled = try Base.hive(["HIVE_DISABLE": "CartModule", "SHOP_CART_TITEL": "x"])
        #expect(disabled.verify() == [])
        // The environment and the key of the application are no options.
        final class ApplicationModule: HiveModule {
            static let manifest = ModuleManifest()
            init() {}
        }
        let own = ["SHOP_ENVIRONMENT": "production", "SHOP_APPLICATION_KEY": "k"]
        #expect(try Base.hive(own, [], [ApplicationModule.self]).verify() == [])
    }

    @Test("A type that decodes itself is known by the keys that it asks for")
    func ownDecoding() throws {
        struct Given: Decodable, Sendable {
            private enum Keys: CodingKey { case kind, path, url, port }
            let text: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                switch try container.decodeIfPresent(String.self, forKey: .kind) ?? "file" {
                case "file": text = try container.decode(String.self, forKey: .path)
                default:
                    let port = try container.decode(Int.self, forKey: .port)
                    guard port > 1023 else {
                        let text = "expected a port above 1023"
                        throw DecodingError.dataCorruptedError(forKey: .port, in: container, debugDescription: text)
                    }
                    text = try container.decode(String.self, forKey: .url) + ":\(port)"
                }
            }
        }
        final class SourceModule: HiveModule {
            typealias Options = Given
            static let manifest = ModuleManifest()
            init() {}
        }
        func text(_ variables: [String: String]) throws -> String {
            let hive = try Base.hive(variables, [], [SourceModule.self])
            #expect(hive.verify() == [])
            let found: Given = try Base.options(hive, "SourceModule", as: Given.self)
            return found.text
        }
        #expect(try text(["SHOP_SOURCE_PATH": "p"]) == "p")
        // Each value is what lets the type ask for the next one.
        let three = ["SHOP_SOURCE_KIND": "net", "SHOP_SOURCE_URL": "u", "SHOP_SOURCE_PORT": "8080"]
        #expect(try text(three) == "u:8080")
        let low = try Base.faults(three.merging(["SHOP_SOURCE_PORT": "80"]) { $1 }, [], [SourceModule.self])
        #expect(low.contains { $0.hasPrefix("SHOP_SOURCE_PORT: error: ") && $0.contains("above 1023") })
    }

    @Test("Options that hold themselves come to an end")
    func recursive() throws {
        struct Tree: Codable, Sendable {
            var name: String?
            var children: [Tree]?
            var byName: [String: Tree]?
        }
        struct Given: ModuleOptions { var tree: Tree? }
        final class TreeModule: HiveModule {
            typealias Options = Given
            static let manifest = ModuleManifest()
            init() {}
        }
        let hive = try Base.hive(["SHOP_TREE_TREE_NAME": "oak"], [], [TreeModule.self])
        #expect(hive.verify() == [])
        #expect(try Base.options(hive, "TreeModule", as: Given.self).tree?.name == "oak")
        #expect(try Base.faults(["SHOP_TREE_TREE_CHILDREN": "x"], [], [TreeModule.self]).count == 1)
    }

    @Test("A module that is added while the hive runs is given its variables, and refused with wrong ones")
    func addition() async throws {
        let variables = ["SHOP_CART_TITLE": "Outside", "SHOP_VAULT_PNI": "hunter2", "SHOP_LIMITS_DEPTH": "2"]
        let hive = try Base.hive(variables, [], [])
        try await hive.start()
        #expect(try hive.context.values.value("cart.title", as: String.self) == "Outside")
        try await hive.add(Base.CartModule.self)
        #expect(try hive.context.values.value("cart.title", as: String.self) == nil)
        let options = try #require(hive.modules.module(Base.CartModule.self) != nil ? hive.modules.running : nil)
        #expect(options == ["CartModule"])
        let error = await #expect(throws: HiveError.self) { try await hive.add(VaultModule.self) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.problems.first?.remedy == "Did you mean SHOP_VAULT_PIN?")
        #expect(error.map { "\($0)" }?.contains("hunter2") == false)
        try await hive.stop()
    }

    actor TunedModule: ReconfigurableModule {
        struct Options: ModuleOptions {
            var retries = 1
            var host = "local"
        }
        static let manifest = ModuleManifest(name: "Tuned")
        private(set) var seen: [String] = []
        init() {}
        func initialize(_ context: ModuleContext) async throws { try take(context) }
        func reconfigure(_ context: ModuleContext) async throws { try take(context) }
        private func take(_ context: ModuleContext) throws {
            let options = try context.options(as: Options.self)
            seen.append("\(options.host) \(options.retries)")
        }
    }

    @Test("A reload leaves variables and arguments on top, and defaults below")
    func reload() async throws {
        func read(_ entries: (String, String)...) async throws -> HiveConfiguration {
            let options = "<dict>" + entries.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>"
            let entry = dictionary(("moduleClass", "TunedModule"), ("options", options))
            let catalogue = HiveCatalogue(modules: [TunedModule.self])
            return try await configured(modules: modules(entry), catalogue: catalogue)
        }
        let context = HiveContext.process(
            name: "Shop",
            prefix: "SHOP",
            arguments: [],
            variables: ["SHOP_TUNED_RETRIES": "7"]
        )
        let first = try await read(("retries", "<integer>2</integer>"), ("host", "<string>one</string>"))
        let hive = try Hive(first, options: HiveOptions(context: context, clock: ManualClock()))
        try await hive.start()
        try await hive.reload(read(("retries", "<integer>3</integer>"), ("host", "<string>two</string>")))
        let same = try await hive.reload(read(("retries", "<integer>4</integer>"), ("host", "<string>two</string>")))
        #expect(same?.changes.isEmpty == true)
        try await hive.reload(read(("retries", "<integer>5</integer>")))
        let module = try #require(hive.modules.module(TunedModule.self))
        #expect(await module.seen == ["one 7", "two 7", "local 7"])
        try await hive.stop()
    }

    // C55
    @Test("An environment that no file knows is a warning that lists those that do")
    func environment() async throws {
        let overlay = ["modules.production.plist": xml(modules()), "services.staging.plist": xml("<array/>")]
        let base = ["modules.plist": xml(modules()), "services.plist": xml("<array/>")]
        func warnings(_ environment: String?, _ files: [String: [UInt8]]) async throws -> [String] {
            let variables = environment.map { ["SHOP_ENVIRONMENT": $0] } ?? [:]
            let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: [], variables: variables)
            return try await withFiles(files) { folder in
                let hive = try Hive(
                    contentsOf: folder,
                    options: HiveOptions(context: context, clock: ManualClock())
                )
                return hive.verify().map(\.description).filter { $0.contains("No file mentions") }
            }
        }
        let all = base.merging(overlay) { $1 }
        let text = """
            warning: No file mentions the environment "prodution" (SHOP_ENVIRONMENT); they mention \
            production, staging. Did you mean "production"?
            """
        #expect(try await warnings("prodution", all) == [text])
        for known in ["production", "staging", "development", nil] { #expect(try await warnings(known, all) == []) }
        #expect(try await warnings("prodution", base) == [])
    }
}
