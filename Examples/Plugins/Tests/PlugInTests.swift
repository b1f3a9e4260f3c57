// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

/// The till with its plug-ins, without them, and with those that do not fit.
@Suite(.timeLimit(.minutes(1)))
struct PlugInTests {
    private static let basket = "--Till.basket=tea,tea,tea,mug"
    private static let goods = "tea: 690\ntea: 690\ntea: 690\nmug: 850\n"

    // No source names the plug-in: it is linked, or it is not.
    @Test func aPlugInThatIsLinkedIsFound() async throws {
        #expect(try await Program.run("Till", Self.basket).output == Self.goods + "gift wrap: 200\ntotal: 3120\n")
        #expect(try await Program.run("BareTill", Self.basket).output == Self.goods + "total: 2920\n")
        #expect(try await Program.run("Till", "hive", "list").output.contains("GiftWrap/GiftWrap.swift:"))
    }

    @Test func aPlugInThatIsOpenedIsRegistered() async throws {
        let library = "--plugins=\(try await Library.stamps.value)"
        let both = try await Program.run("Till", library, Self.basket)
        #expect(both.output == Self.goods + "stamp card: -690\ngift wrap: 200\ntotal: 2430\n", "\(both.errors)")
        let one = try await Program.run("BareTill", library, Self.basket, "--Stamps.every=1")
        #expect(one.output == Self.goods + String(repeating: "stamp card: -690\n", count: 3) + "total: 850\n")
        #expect(try await Program.run("Till", library, "hive", "list").output.contains("Stamps/Stamps.swift:"))
        #expect(try await Program.run("Till", library, "hive", "verify").exitCode == 0)
    }

    // MARK: What does not fit

    @Test func aPlugInThatIsMissing() async throws {
        let ending = try await Program.run("Till", "--plugins=./libNone.so", Self.basket)
        #expect(ending.exitCode == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("error: The plug-in cannot be opened: "))
        #expect(ending.errors.contains("./libNone.so"), "\(ending.errors)")
    }

    @Test func aLibraryThatIsNoPlugIn() async throws {
        let path = try await Library.stranger.value
        let ending = try await Program.run("Till", "--plugins=\(path)", Self.basket)
        let errors = "error: \(path) is no plug-in: it has no function tea_plug_in.\n"
        #expect(ending == .init(output: "", errors: errors, exitCode: 78))
    }

    @Test func aPlugInThatIsNamedTwice() async throws {
        let path = try await Library.stamps.value
        let ending = try await Program.run("Till", "--plugins=\(path),\(path)", Self.basket)
        #expect(ending.exitCode == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("error: StampsModule is registered twice: at Stamps/Stamps.swift:"))
    }

    // Of another library, or of the program itself.
    @Test(arguments: [Library.otherStamps, Library.giftWrap])
    func twoModulesOfOneName(_ library: Task<String, any Error>) async throws {
        let paths = try await [Library.stamps.value, library.value].joined(separator: ",")
        let ending = try await Program.run("Till", "--plugins=\(paths)", Self.basket)
        #expect(ending.exitCode == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains("has the module name"), "\(ending.errors)")
    }

    @Test func aPlugInForAnotherVersionOfTheInterface() async throws {
        let path = try await Library.stampsOfAnotherVersion.value
        let ending = try await Program.run("Till", "--plugins=\(path)", Self.basket)
        #expect(ending.exitCode == 78)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("error: The plug-in cannot be opened: \(path): undefined symbol: "))
        #expect(ending.errors.contains("PriceRule2"), "\(ending.errors)")
    }

    // The start fails, names the module, and undoes what was done.
    @Test func aPlugInThatThrowsAtStart() async throws {
        let library = "--plugins=\(try await Library.stamps.value)"
        let ending = try await Program.run("Till", library, Self.basket, "--Stamps.every=0")
        #expect(ending.exitCode == 70)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains("cause: StampsModule.setUp: a stamp card has 1 stamp"), "\(ending.errors)")
        #expect(ending.errors.contains("set up, and torn down again: TillModule"), "\(ending.errors)")
    }
}
