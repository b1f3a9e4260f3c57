// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePropertyList
import Testing

@testable import HiveConfigGenerator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite(.timeLimit(.minutes(5)))
struct GeneratedFileTests {
    // C43 C45
    @Test(arguments: [
        "X.self); exit(1) //", "X`; exit(1); `", "A B", "A\u{A0}B", "A&#10;B", "A\u{202E}B", "A;B", "A,B", "A&lt;B>",
        "any A",
        "[A]", "A?", "A.self.", ".A", "A..B", "1A", "M\u{430}p", "A.B.C.D.E.F", String(repeating: "A", count: 257),
        "A::B",
        "\\(exit(1))", "#sourceLocation()", "\"", "$0", "@A",
    ])
    func namesThatAreNoneNeverBecomeSource(_ name: String) throws {
        let inModules = try generated(["modules.plist": modules("Fine", name), "services.plist": services()]).file
        #expect(inModules.source == nil)
        #expect(inModules.problems.errors.map(\.code) == [.unknownClass])
        #expect(inModules.problems.first?.origin?.line == 4)

        let both = services(("Fine", name), (name, "Fine"))
        let inServices = try generated(["modules.plist": modules(), "services.plist": both]).file
        #expect(inServices.source == nil)
        #expect(inServices.problems.errors.map(\.code) == [.unknownClass, .unknownClass])
    }

    // C44
    @Test func anAbsentFileIsAnError() throws {
        let (file, folder) = try generated(["modules.plist": modules()])
        #expect(file.source == nil)
        let expected = """
            \(folder)/services.plist: error: There is no file at "\(folder)/services.plist". \
            Create it or correct the path; where there are no services, \
            `<plist version="1.0"><array/></plist>` is enough.
            """
        #expect(file.problems.map(\.compilerDiagnostic) == [expected])
        // What is said to do does.
        let least = #"<plist version="1.0"><array/></plist>"#
        let (whole, _) = try generated(["modules.plist": modules(), "services.plist": least])
        #expect(whole.problems == [])
        // Of modules there has to be a list with a key.
        let (bare, other) = try generated(["services.plist": services()])
        #expect(bare.problems.map(\.remedy) == ["Create it or correct the path."], "\(other)")
    }

    // C43
    @Test func everythingWrongIsSaidAtOnceInTheFormOfACompiler() throws {
        let list = propertyList(
            """
            <dict>
            <key>moduleClases</key>
            <array/>
            <key>values</key>
            <string>none</string>
            </dict>
            """
        )
        let (file, folder) = try generated([
            "modules.plist": list, "services.plist": propertyList("<integer>4</integer>"),
        ])
        #expect(file.source == nil)
        let said = file.problems.map { $0.compilerDiagnostic.replacing(folder + "/", with: "") }
        #expect(
            said == [
                "modules.plist:3: error: moduleClases: The key \"moduleClases\" is unknown. Did you mean \"moduleClasses\"?",
                "modules.plist:6: error: values: Expected a dictionary, found the string \"none\". Write a dictionary.",
                "services.plist:2: error: (root): Expected an array of services, or a dictionary from protocol to class,"
                    + " found the integer 4. Write an array of services, or a dictionary from protocol to class.",
            ]
        )
    }

    // C17
    @Test func whatAFileListsTwiceIsAnError() throws {
        let files = [
            "modules.plist": modules("A", "B", "A"),
            "services.plist": services(("P", "I"), ("Q", "I"), ("P", "J")),
        ]
        let (file, folder) = try generated(files)
        #expect(file.source == nil)
        #expect(file.problems.map(\.code) == [.duplicateModule, .duplicateService])
        #expect(file.problems.map(\.origin?.line) == [5, 5])
        let text = "A is listed twice: here and at \(folder)/modules.plist:3: moduleClasses[0].moduleClass."
        #expect(file.problems.first?.message == text)
    }

    @Test(arguments: ["modules.plist", "services.plist", "Hive.d/a.plist", "Hive.d"])
    func whatTheBuildDoesNotWatchIsAnError(_ name: String) throws {
        let files = ["modules.plist": modules(), "services.plist": services(), "Hive.d/a.plist": services()]
        let file = try withFiles(files) { folder in
            let visible = VisibleModules(own: "App", direct: [], all: [])
            let watched = planned(files.keys).subtracting([FileName(name)])
            return GeneratedFile(folder: folder, title: "", planned: watched, visible: visible)
        }
        #expect(file.source == nil)
        #expect(file.problems.map(\.severity) == [.error])
        #expect(file.problems.first?.origin?.file.hasSuffix("/\(name)") == true)
    }

    // C45: names of files are told apart by their bytes.
    @Test func filesWhoseNamesOnlyLookEqualStayTwoFiles() throws {
        let files = ["Hive.d/\u{E9}.plist", "Hive.d/e\u{301}.plist", "Hive.d/\u{301}.plist", "Hive.d/$a.plist"]
        try withFiles(["modules.plist": modules("A"), "services.plist": services()]) { folder in
            for file in files { try Data(modules("A").utf8).write(to: URL(filePath: "\(folder)/\(file)")) }
            let visible = VisibleModules(own: "App", direct: [], all: [])
            let watched = planned(files + ["modules.plist", "services.plist"])
            let made = GeneratedFile(folder: folder, title: "", planned: watched, visible: visible)
            #expect(made.problems.map(\.message) == [])
            let source = try #require(made.source)
            let functions = source.split(separator: "\n").compactMap { line in
                line.hasSuffix("(_ types: inout `types by name`) {") ? line.dropFirst(25).prefix { $0 != "_" } : nil
            }
            let names = ["`modules.plist`", "`_ $a.plist`", "`e?.plist`", "`?.plist`", "`?.plist (4)`"]
            #expect(functions.count == names.count)
            for name in names { #expect(source.contains("private nonisolated func \(name)(_ types: inout")) }
            let keys = ["$a.plist", "e\\u{301}.plist", "\\u{E9}.plist", "\\u{301}.plist"]
            for key in keys { #expect(source.contains("(\"Hive.d/\(key)\", \"")) }
        }
    }

    @Test func aFolderThatTheCompilerCannotPointToIsAnError() throws {
        try withFiles([:]) { folder in
            let inner = folder + "/a\"b\\(c)"
            try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
            try Data(modules("A").utf8).write(to: URL(filePath: inner + "/modules.plist"))
            try Data(services().utf8).write(to: URL(filePath: inner + "/services.plist"))
            let visible = VisibleModules(own: "App", direct: [], all: [])
            let file = GeneratedFile(
                folder: inner,
                title: "",
                planned: planned(["modules.plist", "services.plist"]),
                visible: visible
            )
            #expect(file.source == nil)
            #expect(
                file.problems.errors.map(\.message)
                    == Array(repeating: "The compiler cannot point to a file of this name.", count: 2)
            )
        }
    }

    @Test func everyEntryBelongsToItsLine() throws {
        let (file, folder) = try generated([
            "modules.plist": modules("Shop.TradeModule", "Cart.CartModule"),
            "services.plist": services(("PriceService", "Stock.MemoryPrices")),
        ])
        #expect(file.problems.isEmpty)
        let lines = try #require(file.source).split(separator: "\n").map(String.init)
        let aliases = lines.indices.filter { lines[$0].contains("typealias") }.map { index in
            let place = lines[index - 1].replacing(folder, with: "").dropFirst("#sourceLocation(file: ".count)
            return "\(place) \(lines[index].drop { $0 == " " })"
        }
        #expect(
            aliases == [
                "\"/modules.plist\", line: 3) typealias `moduleClasses[0].moduleClass` = `Shop`::`TradeModule`",
                "\"/modules.plist\", line: 4) typealias `moduleClasses[1].moduleClass` = `Cart`.`CartModule`",
                "\"/services.plist\", line: 3) typealias `[0].service, which must be a protocol` = `PriceService`",
                "\"/services.plist\", line: 3) typealias `[0].service, shared by threads: write protocol PriceService:"
                    + " Sendable` = any `[0].service, which must be a protocol`",
                "\"/services.plist\", line: 3) typealias `[0].impl` = `Stock`::`MemoryPrices`",
                "\"/services.plist\", line: 3) typealias `a class for the protocol [0].service`<Class:"
                    + " `[0].service, which must be a protocol`> = Class",
                "\"/services.plist\", line: 3) typealias `made by a nonisolated init()` ="
                    + " `a class for the protocol [0].service`<`[0].impl`>",
            ]
        )
    }

    @Test func everyEntryAsksForItsType() throws {
        let files = ["modules.plist": modules("Nowhere"), "services.plist": services(("P", "I"))]
        let source = try #require(try generated(files).file.source)
        let lines = source.split(separator: "\n")
        #expect(lines.count { $0.contains("typealias") } == 6)
        #expect(lines.count { $0.hasSuffix("  `the type named here`()") } == 3)
        #expect(source.contains("Correct the spelling, or let App depend on the target that declares it"))
    }

    // The compiler shows the statement that is wrong, with what stands around it, and says where it is.
    @Test func everyStatementIsShortAndHasTheEntrysPlace() throws {
        let files = ["modules.plist": modules("Shop.TradeModule"), "services.plist": services(("P", "Shop.Prices"))]
        let source = try #require(try generated(files).file.source)
        let begin = try #require(source.firstRange(of: "private nonisolated func `modules.plist`")).lowerBound
        let end = try #require(source.firstRange(of: "\nextension CompiledConfiguration")).lowerBound
        let lines = source[begin..<end].split(separator: "\n")
        let statements = lines.indices.filter { lines[$0].hasPrefix("    ") }
        #expect(statements.count == 9 + 10 + 18)
        for index in statements where !lines[index].hasSuffix("func `the type named here`() {}") {
            #expect(lines[index - 1].hasPrefix("#sourceLocation(file: "), "\(lines[index])")
            // The message of this one is as long as it is, and empty lines keep it out of what is shown.
            if lines[index].contains("@available") { continue }
            // The name of this one is the message.
            if lines[index].contains(" lists already") { continue }
            #expect(lines[index].utf8.count <= 120, "\(lines[index])")
        }
    }

    @Test func aNameThatIsMentionedTwiceStandsInTheCatalogueOnce() throws {
        let files = ["modules.plist": modules("A"), "services.plist": services(("P", "I"), ("Q", "I"))]
        let source = try #require(try generated(files).file.source)
        #expect(source.split(separator: "types.implementations[\"I\"] = ").count == 2)
        #expect(source.contains("        _ = `the initializer`(It.maker)"))
    }

    // C20
    @Test func howServicesAreMadeIsWrittenOnlyWhereThereAreSome() throws {
        let files = ["modules.plist": modules("A"), "services.plist": services(("P", "I"))]
        let source = try #require(try generated(files).file.source)
        #expect(source.contains("static let maker = implementation(`made by a nonisolated init()`.self) {"))
        #expect(source.contains("\"I\": types.implementations[\"I\"]!,"))
        #expect(source.contains("extension ServiceImplementation"))
        let none = try generated(["modules.plist": modules("A"), "services.plist": services()]).file.source
        #expect(none?.contains("extension ServiceImplementation") == false)
    }

    @Test func qualifiersAndDirectDependenciesAreImported() throws {
        func imports(_ names: String) throws -> [String] {
            let files = ["modules.plist": modules(names), "services.plist": services()]
            let source = try #require(try generated(files).file.source)
            return source.split(separator: "\n").filter { $0.hasPrefix("import ") }.map { String($0.dropFirst(7)) }
        }
        #expect(try imports("TradeModule") == ["Hive", "HiveConfig", "Shop"])
        #expect(try imports("Stock.TradeModule") == ["Hive", "HiveConfig", "Shop", "Stock"])
        #expect(try imports("App.TradeModule") == ["Hive", "HiveConfig", "Shop"])
        #expect(try imports("Outer.TradeModule") == ["Hive", "HiveConfig", "Shop"])
    }

    @Test func theFilesAreHeldByteForByte() throws {
        let list = propertyList("<!-- \"\"\" \\(x) ü \r\n --><dict><key>moduleClasses</key><array/></dict>")
        let source = try #require(try generated(["modules.plist": list, "services.plist": services()]).file.source)
        let text = try #require(source.split(separator: "\"modules.plist\", \"").last?.split(separator: "\"").first)
        #expect(Data(base64Encoded: String(text)) == Data(list.utf8))
        #expect(!source.contains("\\(x)"))
    }

    @Test func equalFilesMakeEqualSource() throws {
        let files = [
            "modules.plist": modules("A", "B", "C", "D", "E"),
            "services.plist": services(("P", "I"), ("Q", "J"), ("R", "K")),
        ]
        try withFiles(files) { folder in
            let visible = VisibleModules(own: "App", direct: ["Z", "Y", "X"], all: ["Z", "Y", "X"])
            let sources = (0..<5).map { _ in
                GeneratedFile(folder: folder, title: "Config", planned: planned(files.keys), visible: visible).source
            }
            #expect(Set(sources).count == 1)
        }
    }

    // C45
    @Test func linkOutOfThePackageIsRefused() throws {
        try withFiles(["outside.plist": modules()]) { outside in
            let files = ["modules.plist": modules(), "services.plist": services()]
            try withFiles(files) { folder in
                let manager = FileManager.default
                try manager.createSymbolicLink(
                    atPath: "\(folder)/Hive.d/a.plist",
                    withDestinationPath: "\(outside)/outside.plist"
                )
                try manager.createSymbolicLink(
                    atPath: "\(folder)/Hive.d/b.plist",
                    withDestinationPath: "../modules.plist"
                )
                let file = GeneratedFile(
                    folder: folder,
                    title: "Config",
                    planned: planned(["modules.plist", "services.plist", "Hive.d/a.plist", "Hive.d/b.plist"]),
                    package: folder,
                    visible: VisibleModules(own: "App", direct: ["Shop"], all: ["Shop"])
                )
                #expect(file.source == nil)
                #expect(file.problems.map(\.origin?.file) == ["\(folder)/Hive.d/a.plist"])
                #expect(file.problems.first?.message.contains("a link out of the package") == true)
            }
        }
    }
}
