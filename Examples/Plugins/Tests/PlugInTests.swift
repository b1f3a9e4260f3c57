// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// The till with its plug-ins, without them, and with those that do not fit.
@Suite(.timeLimit(.minutes(1)))
struct PlugInTests {
    private static let basket = "--Till.basket=tea,tea,tea,mug"
    private static let buildAgain =
        "build it by the compiler and from the versions that this program is of, or leave it out"
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

    /// The till refuses a plug-in, and says what has named it.
    private func isRefused(_ path: String, _ problem: String, _ remedy: String) async throws {
        let sources: [(String, [String], [String: String])] = [
            ("the arguments (--plugins)", ["--plugins=\(path)"], [:]),
            ("the environment (TILL_PLUGINS)", [], ["TILL_PLUGINS": path]),
        ]
        for (origin, arguments, variables) in sources {
            let ending = try await Program.run(Program.url(of: "Till"), arguments + [Self.basket], variables)
            let errors = "error: The plug-in \(path) \(problem). It is named by \(origin): \(remedy).\n"
            #expect(ending == .init(output: "", errors: errors, exitCode: 78))
        }
    }

    @Test func aPlugInThatIsMissing() async throws {
        let remedy = #"name a file that is there, with \, for each comma in its path, or leave it out"#
        try await isRefused("./libNone.so", "cannot be opened: No such file or directory", remedy)
    }

    // Opening a pipe would wait for ever.
    @Test func aPlugInThatIsNoFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pipe = folder.appending(path: "libPipe.so").path(percentEncoded: false)
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/", "/dev/null"] {
            let problem = "cannot be opened: it is no file, but a folder, a pipe or a device"
            try await isRefused(path, problem, "name a library's file")
        }
    }

    // MARK: What others may change

    private static let distrust = """
        let both the file and its folder belong to root or to the user of this program, and let nobody else write them \
        (chown, chmod go-w)
        """

    /// Copies the plug-in into a folder of its own, lets the body change who owns and may write it, and asks whether it
    /// is refused, by its own path and by a link to it.
    private func isRefused(
        _ problem: String,
        change: (_ folder: String, _ file: String) throws -> Void
    ) async throws {
        let files = FileManager.default
        let top = files.temporaryDirectory.appending(path: "till-\(UUID())").path(percentEncoded: false)
        defer { try? files.removeItem(atPath: top) }
        let folder = "\(top)/plugins"
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = "\(folder)/libStamps.so"
        try files.copyItem(atPath: try await Library.stamps.value, toPath: file)
        let link = "\(top)/libStamps.so"
        try files.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(chmod(folder, 0o755) == 0 && chmod(file, 0o755) == 0)
        let well = try await Program.run("Till", "--plugins=\(link)", Self.basket)
        #expect(well.output.contains("stamp card"), "\(well)")
        try change(folder, file)
        for path in [file, link] {
            try await isRefused(path, "is not opened: " + problem.replacing("FOLDER", with: folder), Self.distrust)
        }
    }

    // They would run what they like with the rights of the till.
    @Test(arguments: [0o777, 0o757] as [mode_t])
    func aPlugInThatOthersMayWrite(_ mode: mode_t) async throws {
        try await isRefused("others may write the file") { _, file in #expect(chmod(file, mode) == 0) }
        try await isRefused("others may write its folder FOLDER") { folder, _ in #expect(chmod(folder, mode) == 0) }
    }

    // Only root may give files away.
    @Test(.enabled(if: geteuid() == 0))
    func aPlugInOfAnotherUser() async throws {
        try await isRefused("the file belongs to another user") { _, file in #expect(chown(file, 65534, 65534) == 0) }
        try await isRefused("its folder FOLDER belongs to another user") { folder, _ in
            #expect(chown(folder, 65534, 65534) == 0)
        }
        try await isRefused("others may write the file") { _, file in #expect(chmod(file, 0o775) == 0) }
    }

    // In /tmp, others may write, and nobody can take away the file of somebody else.
    @Test func aFolderThatIsSharedWithCare() async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "till-\(UUID())").path(percentEncoded: false)
        defer { try? files.removeItem(atPath: folder) }
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try files.copyItem(atPath: try await Library.stamps.value, toPath: "\(folder)/libStamps.so")
        #expect(chmod(folder, 0o1777) == 0)
        let ending = try await Program.run("Till", "--plugins=\(folder)/libStamps.so", Self.basket)
        #expect(ending.output.contains("stamp card"), "\(ending)")
    }

    // A library is known by its file, and not by the name by which the till loads it.
    @Test func twoPlugInsOneAfterTheOther() async throws {
        let paths = try await [Library.stranger.value, Library.stamps.value].joined(separator: ",")
        let ending = try await Program.run("Till", "--plugins=\(paths)", Self.basket)
        #expect(ending.errors.contains("is none: it has no function tea_plug_in"), "\(ending)")
        let both = try await [Library.stamps.value, Library.emptyHanded.value].joined(separator: ",")
        let second = try await Program.run("Till", "--plugins=\(both)", Self.basket)
        #expect(second.errors.contains("tea_plug_in hands nothing over"), "\(second)")
    }

    // MARK: What is no plug-in

    @Test func aFileThatIsNoLibrary() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID()).so")
        try Data("none".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        let ending = try await Program.run("Till", "--plugins=\(path)", Self.basket)
        #expect(ending.exitCode == 78)
        #expect(ending.errors.hasPrefix("error: The plug-in \(path) cannot be opened: "), "\(ending.errors)")
        let rest = "It is named by the arguments (--plugins): \(Self.buildAgain).\n"
        #expect(ending.errors.hasSuffix(rest), "\(ending.errors)")
    }

    @Test func aLibraryThatIsNoPlugIn() async throws {
        let path = try await Library.stranger.value
        try await isRefused(path, "is none: it has no function tea_plug_in", "write the function, or leave it out")
    }

    @Test func aPlugInThatHandsNothingOver() async throws {
        let path = try await Library.emptyHanded.value
        let problem = "is none: its function tea_plug_in hands nothing over"
        try await isRefused(path, problem, "let it return a PlugIn, or leave it out")
    }

    // A backslash says that a comma separates nothing; one before anything else is one.
    @Test(arguments: [
        ("a,b", #"a\,b"#), ("a\\b", #"a\b"#), ("a\\", #"a\\"#), ("a\\,b", #"a\\\,b"#),
    ])
    func aPathWithAComma(_ name: String, _ spelling: String) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "till-\(UUID())").path(percentEncoded: false)
        defer { try? files.removeItem(atPath: folder) }
        try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        try files.copyItem(atPath: try await Library.stamps.value, toPath: "\(folder)/\(name)/libStamps.so")
        let ending = try await Program.run("Till", "--plugins=,\(folder)/\(spelling)/libStamps.so,", Self.basket)
        #expect(ending.errors.isEmpty && ending.output.contains("stamp card: -690"), "\(ending)")
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
        let beginning = "error: The plug-in \(path) cannot be opened: undefined symbol: "
        #expect(ending.errors.hasPrefix(beginning), "\(ending.errors)")
        #expect(ending.errors.hasSuffix(": \(Self.buildAgain).\n"), "\(ending.errors)")
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
