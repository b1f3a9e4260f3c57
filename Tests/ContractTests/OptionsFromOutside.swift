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

/// The contract's row C54.
@Suite("C54 Options from outside", .timeLimit(.minutes(5)))
struct OptionsFromOutside {
    struct Limits: Codable, Sendable, Equatable {
        var maximumLines = 5
        var maximumURLLength = 80
    }
    struct CartOptions: ModuleOptions, Equatable {
        var limits = Limits()
        var title = "Cart"
        var ratio = 0.5
        var isOpen = false
        var tags = ["new"]
        var ports: [Int] = []
        var counts = ["tea": 1]
        var note: String?
        var nested: Limits?
        var pause = Duration.seconds(1)
        var since: Date?
        var mode = Mode.fast
        var token: Secret<String>?
        var pin = Secret(12_341_234_123)
    }
    enum Mode: String, Codable { case fast, careful }

    final class CartModule: HiveModule {
        typealias Options = CartOptions
        static let manifest = ModuleManifest()
        init() {}
    }
    /// Its variables begin as those of ``CartModule`` do.
    final class CartLimits: HiveModule {
        struct Options: ModuleOptions {
            var maximumLines = 1
            var depth = 1
        }
        static let manifest = ModuleManifest()
        init() {}
    }
    final class PlainModule: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }
    final class StrictModule: HiveModule {
        struct Options: Decodable, Sendable, Equatable {
            var port = 8080
            var host: String?
        }
        static let manifest = ModuleManifest()
        init() {}
    }

    /// A hive with modules, variables and arguments, which is only planned.
    static func hive(
        _ variables: [String: String] = [:],
        _ arguments: [String] = [],
        _ modules: [any HiveModule.Type] = [CartModule.self]
    ) throws -> Hive {
        let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: variables)
        let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
        for type in modules { try register(type, hive) }
        return hive
    }

    private static func register<M: HiveModule>(_ type: M.Type, _ hive: Hive) throws {
        try hive.modules.register(type)
    }

    /// The options that count for a module.
    static func options<O: Decodable>(_ hive: Hive, _ module: String = "CartModule", as type: O.Type) throws -> O {
        let descriptor = try #require(hive.modules.descriptors.first { $0.name == module })
        return try descriptor.options.decoded(as: type)
    }

    static func cart(_ variables: [String: String], _ arguments: [String] = []) throws -> CartOptions {
        let hive = try hive(variables, arguments)
        #expect(hive.verify() == [])
        return try options(hive, as: CartOptions.self)
    }

    static func faults(
        _ variables: [String: String],
        _ arguments: [String] = [],
        _ modules: [any HiveModule.Type] = [CartModule.self]
    ) throws -> [String] {
        try hive(variables, arguments, modules).verify().map(\.description)
    }

    // MARK: Where options come from

    @Test("Key by key, each source wins over those before it")
    func sources() async throws {
        let catalogue = HiveCatalogue(modules: [CartModule.self])
        func entry(_ keys: String...) -> String {
            let options = dictionary(("limits", dictionary(("maximumLines", "<integer>\(keys.count)</integer>"))))
            return ContractTests.modules(dictionary(("moduleClass", "CartModule"), ("options", options)))
        }
        func files(_ count: Int) -> [String: [UInt8]] {
            let all = [
                ("modules.plist", xml(entry("base"))), ("modules.production.plist", xml(entry("over", "lay"))),
                ("dropin.plist", xml(entry("drop", "i", "n"))),
            ]
            return Dictionary(uniqueKeysWithValues: all.prefix(count))
        }
        /// The options that count with the first sources, up to each.
        func lines(_ fileCount: Int, code: Bool, _ variables: [String: String], _ arguments: [String]) async throws
            -> Int
        {
            var variables = variables
            variables["SHOP_ENVIRONMENT"] = "production"
            let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: variables)
            let options = HiveOptions(context: context, clock: ManualClock())
            return try await withFiles(files(fileCount)) { folder in
                let paths = files(fileCount).keys.sorted { $0.utf8.count < $1.utf8.count }
                let order = ["modules.plist", "modules.production.plist", "dropin.plist"].filter(paths.contains)
                let read = HiveConfiguration(
                    modules: order.map { "\(folder)/\($0)" },
                    services: [],
                    catalogue: catalogue
                )
                let hive = fileCount == 0 ? Hive(options) : try Hive(read, options: options)
                if code {
                    try hive.modules.register(CartModule.self, options: ["limits": ["maximumLines": 100]])
                } else if fileCount == 0 {
                    try hive.modules.register(CartModule.self)
                }
                #expect(hive.verify().errors == [])
                let found = try Self.options(hive, as: CartOptions.self)
                // What nobody else says, the type does.
                #expect(found.limits.maximumURLLength == 80)
                return found.limits.maximumLines
            }
        }
        let (variable, argument) = (["SHOP_CART_LIMITS_MAXIMUM_LINES": "7"], ["--Cart.limits.maximumLines=8"])
        #expect(try await lines(0, code: false, [:], []) == 5)
        #expect(try await lines(0, code: true, [:], []) == 100)
        #expect(try await lines(1, code: true, [:], []) == 1)
        #expect(try await lines(2, code: true, [:], []) == 2)
        #expect(try await lines(3, code: true, [:], []) == 3)
        #expect(try await lines(3, code: true, variable, []) == 7)
        #expect(try await lines(3, code: true, variable, argument) == 8)
        #expect(try await lines(0, code: false, variable, argument) == 8)
    }

    @Test("A fresh instance of ModuleOptions has the defaults, secrets and values that are nil included")
    func defaults() throws {
        let hive = try Self.hive()
        #expect(hive.verify() == [])
        #expect(try Self.options(hive, as: CartOptions.self) == CartOptions())
        let tree = try #require(hive.modules.descriptors.first?.options)
        #expect(!"\(Mirror(reflecting: hive.modules.descriptors[0]).children.map { "\($0)" })".contains("12341234123"))
        guard case .dictionary(let entries) = tree else { return #expect(Bool(false)) }
        #expect(entries["pin"] == 12_341_234_123)
        #expect(entries["note"] == nil)
    }

    @Test("A type that is only Decodable has no defaults")
    func decodable() throws {
        let faults = try Self.faults([:], [], [StrictModule.self])
        #expect(faults.count == 1)
        #expect(
            faults.first?.hasSuffix(
                """
                Option port of StrictModule is missing; Options needs an integer here. \
                Add it, set SHOP_STRICT_PORT, or give it a default in Options, which has to conform to ModuleOptions then.
                """
            ) == true
        )
        let hive = try Self.hive(["SHOP_STRICT_PORT": "1", "SHOP_STRICT_HOST": "h"], [], [StrictModule.self])
        #expect(hive.verify() == [])
        let options = try Self.options(hive, "StrictModule", as: StrictModule.Options.self)
        #expect(options == StrictModule.Options(port: 1, host: "h"))
    }

    @Test("A module gets them from its contexts")
    func contexts() async throws {
        let facts = Log()
        final class Reader: FactoryModule {
            typealias Options = CartOptions
            static let manifest = ModuleManifest(name: "Cart")
            let facts: Log
            init(_ facts: Log) { self.facts = facts }
            func setUp(_ context: SetupContext) async throws {
                facts.note("\(try context.options(as: CartOptions.self).title)")
                facts.note("\(try context.application.values.value("cart.title", as: String.self) ?? "no value")")
                facts.note("\(try context.application.values.value("shelf.title", as: String.self) ?? "no value")")
            }
        }
        let hive = try Self.hive(["SHOP_CART_TITLE": "Outside", "SHOP_SHELF_TITLE": "a value"], [], [])
        try hive.modules.register(Reader.self) { Reader(facts) }
        try await hive.start()
        try await hive.stop()
        #expect(facts.entries == ["Outside", "no value", "a value"])
    }

    // MARK: Names and texts

    @Test("A variable has the prefix, the module's name without its ending, and words")
    func variables() throws {
        let found = try Self.cart([
            "SHOP_CART_LIMITS_MAXIMUM_LINES": "8", "SHOP_CART_LIMITS_MAXIMUM_URL_LENGTH": "9",
            "SHOP_CART_IS_OPEN": "true", "SHOP_CART_NESTED_MAXIMUM_LINES": "3", "SHOP_CART_NOTE": "",
            "SHOP_CART_NESTED_MAXIMUM_URL_LENGTH": "4", "CART_TITLE": "none", "SHOPPING_CART_TITLE": "none",
            "SHOP_CART": "none", "SHOP_CARTRIDGE_TITLE": "none",
        ])
        #expect(found.limits == Limits(maximumLines: 8, maximumURLLength: 9))
        #expect(found.nested == Limits(maximumLines: 3, maximumURLLength: 4))
        #expect(found.isOpen)
        #expect(found.note == "")
        #expect(found.title == "Cart")
    }

    @Test("An argument is exact")
    func arguments() throws {
        let hive = try Self.hive(
            [:],
            [
                "--Cart.limits.maximumLines=8", "--Cart.title=a=b", "--Cart.isOpen", "-Cart.title=no", "Cart.title=no",
                "--verbose", "--", "--Cart.title=no",
            ]
        )
        #expect(hive.verify().map(\.code) == Array(repeating: .unknownArgument, count: 4))
        let found = try Self.options(hive, as: CartOptions.self)
        #expect(found.limits.maximumLines == 8)
        #expect(found.title == "a=b")
        #expect(found.isOpen)
    }

    @Test("A text becomes what the type asks for, and nothing else")
    func texts() throws {
        let found = try Self.cart([
            "SHOP_CART_RATIO": "2", "SHOP_CART_TITLE": "17", "SHOP_CART_PAUSE": "1.5", "SHOP_CART_MODE": "careful",
            "SHOP_CART_SINCE": "2001-01-01T00:01:00Z", "SHOP_CART_PIN": "99", "SHOP_CART_TOKEN": "t",
        ])
        #expect(found.ratio == 2)
        #expect(found.title == "17")
        #expect(found.pause == .milliseconds(1500))
        #expect(found.mode == .careful)
        #expect(found.since == Date(timeIntervalSinceReferenceDate: 60))
        #expect(found.pin.value == 99)
        #expect(found.token?.value == "t")
        let wrong = ["IS_OPEN": "maybe", "LIMITS_MAXIMUM_LINES": " 8", "RATIO": "1,5", "MODE": "slow", "SINCE": "now"]
        let faults = try Self.faults(Dictionary(uniqueKeysWithValues: wrong.map { ("SHOP_CART_\($0)", $1) }))
        #expect(faults.count == wrong.count)
        for name in wrong.keys { #expect(faults.contains { $0.hasPrefix("SHOP_CART_\(name): error: Option ") }) }
        #expect(faults.contains { $0.contains("expected an integer, found the string \" 8\"") })
        // A real number is written in digits, as in a property list.
        for text in ["0x10", "0x1p3", "inf", "-infinity", "nan", "1e400", " 1", "1 ", "1_0", ""] {
            for option in ["RATIO", "PAUSE"] {
                #expect(try Self.faults(["SHOP_CART_\(option)": text]).count == 1, "\(option) \(text)")
            }
        }
    }

    @Test("A list of scalars has commas, and replaces all of a weaker one")
    func lists() throws {
        let found = try Self.cart(["SHOP_CART_TAGS": "a,b, c", "SHOP_CART_PORTS": "1,2"])
        #expect(found.tags == ["a", "b", " c"])
        #expect(found.ports == [1, 2])
        #expect(try Self.cart(["SHOP_CART_TAGS": ""]).tags == [])
        #expect(try Self.cart([:], ["--Cart.tags=x"]).tags == ["x"])
        let faults = try Self.faults(["SHOP_CART_PORTS": "1,x,"])
        #expect(faults.count == 2)
        #expect(faults.first?.hasPrefix("SHOP_CART_PORTS: error: Option ports[1] of CartModule: ") == true)
    }

    @Test("Keys of dictionaries come from weaker sources only")
    func dictionaries() throws {
        #expect(try Self.cart(["SHOP_CART_COUNTS_TEA": "4"]).counts == ["tea": 4])
        for fault in try [Self.faults(["SHOP_CART_COUNTS_MUG": "4"]), Self.faults([:], ["--Cart.counts.mug=4"])] {
            #expect(fault.count == 1)
            #expect(fault.first?.contains("fits no option of CartModule") == true)
        }
        #expect(
            try Self.faults(["SHOP_CART_COUNTS": "4"]).first?.contains("counts of CartModule cannot be given") == true
        )
    }

    // MARK: What is wrong

    @Test("A variable that fits two options is an error that names both")
    func ambiguous() throws {
        struct Given: ModuleOptions {
            struct Max: Codable { var lines = 1 }
            var maxLines = 1
            var max = Max()
        }
        final class Twice: HiveModule {
            typealias Options = Given
            static let manifest = ModuleManifest()
            init() {}
        }
        let one = try Self.faults(["SHOP_TWICE_MAX_LINES": "77"], [], [Twice.self])
        #expect(one.count == 1)
        #expect(one.first?.contains("fits several options: max.lines of Twice, maxLines of Twice.") == true)
        #expect(try Self.hive([:], ["--Twice.max.lines=7"], [Twice.self]).verify() == [])
        // The same for modules of which one is the beginning of another; what fits one only is that one's.
        let modules: [any HiveModule.Type] = [CartModule.self, CartLimits.self]
        let two = try Self.faults(["SHOP_CART_LIMITS_MAXIMUM_LINES": "77"], [], modules)
        #expect(two.count == 1)
        #expect(two.first?.contains("limits.maximumLines of CartModule, maximumLines of CartLimits") == true)
        #expect(!(one + two).joined().contains("77"))
        let apart = ["SHOP_CART_LIMITS_DEPTH": "2", "SHOP_CART_LIMITS_MAXIMUM_URL_LENGTH": "3"]
        let hive = try Self.hive(apart, [], modules)
        #expect(hive.verify() == [])
        #expect(try Self.options(hive, "CartLimits", as: CartLimits.Options.self).depth == 2)
        #expect(try Self.options(hive, as: CartOptions.self).limits.maximumURLLength == 3)
    }

    @Test("What is under a module's name and fits no option is an error with a did-you-mean, without its value")
    func misfits() throws {
        let variables = ["SHOP_CART_MAXIMUM_LINE": "hunter2", "SHOP_CART_TITEL": "hunter2", "SHOP_CART_": "hunter2"]
        let arguments = ["--Cart.titel=hunter2", "--Cart.=hunter2", "--Cart.limits.maximumlines=hunter2", "--Cart.x"]
        let faults = try Self.faults(variables, arguments)
        #expect(faults.count == 7)
        #expect(faults.allSatisfy { $0.contains("fits no option of CartModule.") })
        #expect(!faults.joined().contains("hunter2"))
        #expect(faults.contains { $0.contains("Did you mean SHOP_CART_TITLE?") })
        #expect(faults.contains { $0.contains("Did you mean --Cart.title?") })
        #expect(faults.contains { $0.contains("Did you mean --Cart.limits.maximumLines?") })
    }

    @Test("A variable or an argument for a module without Options is an error")
    func untyped() throws {
        let faults = try Self.faults(["SHOP_PLAIN_PORT": "hunter2"], ["--Plain.port=hunter2"], [PlainModule.self])
        #expect(faults.count == 2)
        #expect(faults.allSatisfy { $0.contains("PlainModule takes nothing from outside: it states no Options.") })
        #expect(!faults.joined().contains("hunter2"))
    }

    @Test("Nothing starts then, and all problems of a module are reported at once")
    func start() async throws {
        let variables = ["SHOP_CART_RATIO": "much", "SHOP_CART_TITEL": "x", "SHOP_CART_PORTS": "1,y"]
        let hive = try Self.hive(variables, ["--Cart.isOpen=perhaps", "--Cart.title=1", "--Cart.title=2"])
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.exitCode == 78)
        #expect(error?.problems.count == 5)
        #expect(error?.problems.contains { $0.message.contains("title of CartModule is given more than once") } == true)
    }

    @Test("What Kubernetes injects for a service of that name is ignored with a warning")
    func kubernetes() throws {
        struct Given: ModuleOptions { var port = 8080 }
        final class WebModule: HiveModule {
            typealias Options = Given
            static let manifest = ModuleManifest()
            init() {}
        }
        let injected = [
            "SHOP_WEB_PORT": "tcp://10.0.0.1:80", "SHOP_WEB_SERVICE_HOST": "10.0.0.1", "SHOP_WEB_SERVICE_PORT": "80",
            "SHOP_WEB_SERVICE_PORT_HTTP": "80", "SHOP_WEB_PORT_80_TCP": "tcp://10.0.0.1:80",
            "SHOP_WEB_PORT_80_TCP_PROTO": "tcp", "SHOP_WEB_PORT_80_TCP_PORT": "80",
            "SHOP_WEB_PORT_80_TCP_ADDR": "10.0.0.1", "SHOP_WEB_ADMIN_SERVICE_HOST": "10.0.0.2",
            "SHOP_WEB_ADMIN_PORT": "udp://10.0.0.2:80",
        ]
        let hive = try Self.hive(injected, [], [WebModule.self])
        let problems = hive.verify()
        #expect(problems.map(\.severity) == [.warning, .warning])
        #expect(problems.first?.message.contains("Kubernetes has made this environment variable and 7 more") == true)
        #expect(!problems.description.contains("10.0.0"))
        #expect(try Self.options(hive, "WebModule", as: Given.self).port == 8080)
        // The one that fits is an option where it is no address.
        let own = try Self.hive(["SHOP_WEB_PORT": "9090", "SHOP_WEB_SERVICE_HOST": "10.0.0.1"], [], [WebModule.self])
        #expect(own.verify().map(\.severity) == [.warning])
        #expect(try Self.options(own, "WebModule", as: Given.self).port == 9090)
    }
}
