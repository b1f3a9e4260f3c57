// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What one look at a configuration's files sees.
@Suite(.timeLimit(.minutes(5)))
struct ConfigurationLookTests {
    private static let seconds: Int64 = 1_000_000_000

    /// A file whose content changes without its times, as when it is written twice within one of their steps.
    private struct MappedFile {
        let path: String
        private let memory: UnsafeMutableRawPointer
        private let count: Int

        init(_ path: String, _ bytes: [UInt8]) throws {
            self.path = path
            count = bytes.count
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            defer { close(file) }
            try #require(file >= 0 && write(file, bytes, count) == count)
            let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            memory = try #require(mapped == MAP_FAILED ? nil : mapped)
            // The first write to a page sets the times of the file, and further ones no more.
            set(bytes[0])
        }

        func set(_ byte: UInt8) { memory.storeBytes(of: byte, as: UInt8.self) }
        func end() { munmap(memory, count) }
    }

    private func look(
        _ folder: String,
        _ overlays: OverlayChoice = .fixed(nil),
        after last: ConfigurationLook? = nil,
        trusting user: uid_t? = nil,
        at age: Int64 = 0
    ) -> ConfigurationLook {
        let place = ConfigurationLook.Place.folder(folder, overlays)
        return ConfigurationLook(at: place, after: last, trusting: user, now: FileQuiet().now() + age * Self.seconds)
    }

    private func withMappedFile(_ body: (String, MappedFile) throws -> Void) async throws {
        try await withFiles([:]) { folder in
            let file = try MappedFile("\(folder)/modules.json", Array("[1]".utf8))
            defer { file.end() }
            let stamp = FileStamp(file.path)
            file.set(UInt8(ascii: "{"))
            #expect(FileStamp(file.path) == stamp)
            try body(folder, file)
        }
    }

    // C66: sizes and times are equal, and the contents are not.
    @Test func contentsCountWhileAChangeIsYoung() async throws {
        try await withMappedFile { folder, file in
            let first = look(folder)
            #expect(look(folder, after: first) == first)
            file.set(UInt8(ascii: "<"))
            let second = look(folder, after: first)
            #expect(second != first)
            // They are read once more when the change is no longer young, whatever the looks before have read.
            file.set(UInt8(ascii: "["))
            #expect(look(folder, after: second, at: 3) != second)
        }
    }

    // C66: a stamp that has stayed stands for the contents, which are not read for ever.
    @Test func contentsOfOldFilesAreNotRead() async throws {
        try await withMappedFile { folder, file in
            let first = look(folder, at: 3)
            file.set(UInt8(ascii: "<"))
            #expect(look(folder, after: first, at: 5) == first)
            let young = look(folder)
            let old = look(folder, after: young, at: 3)
            #expect(old == young)
            file.set(UInt8(ascii: "["))
            #expect(look(folder, after: old, at: 5) == old)
        }
    }

    // C66: neither are they where the times of the contents, or of the change, lie in the future.
    @Test func timesInTheFutureSettleAsWell() async throws {
        try await withMappedFile { folder, file in
            var times = [timespec(tv_sec: 4_000_000_000, tv_nsec: 0), timespec(tv_sec: 4_000_000_000, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, file.path, &times, 0) == 0)
            for age in [Int64(3), -3_600] {
                let first = look(folder)
                let second = look(folder, after: first, at: age)
                #expect(second == first)
                file.set(UInt8(ascii: "<"))
                #expect(look(folder, after: second, at: age) == second)
                file.set(UInt8(ascii: "{"))
            }
        }
    }

    // C66: what is new is read twice, although its times are old: a link may lead to files that are older.
    @Test func contentsOfOldFilesThatAreNewAreRead() async throws {
        try await withMappedFile { folder, file in
            let first = look(folder + "/none", at: 3)
            let second = look(folder, after: first, at: 3)
            #expect(second != first)
            file.set(UInt8(ascii: "<"))
            let third = look(folder, after: second, at: 3)
            #expect(third != second)
            file.set(UInt8(ascii: "["))
            #expect(look(folder, after: third, at: 3) == third)
        }
    }

    // C66: size and times of the contents are the same, as a tool may set them.
    @Test func rewritesOfEqualSizeAndTimeAreSeen() async throws {
        try await withFiles(["modules.json": Array("[1]".utf8)]) { folder in
            var last = look(folder)
            for round in 0..<500 {
                let file = open("\(folder)/modules.json", O_WRONLY | O_CLOEXEC)
                #expect(write(file, round.isMultiple(of: 2) ? "[2]" : "[1]", 3) == 3)
                var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
                #expect(futimens(file, &times) == 0)
                close(file)
                let next = look(folder, after: last)
                #expect(next != last)
                last = next
            }
        }
    }

    // C66: before `modules.plist` has said which overlays count, all may; afterwards only those do.
    @Test func overlaysCountByTheEnvironment() async throws {
        try await withFiles(["modules.plist": [], "modules.staging.plist": [], "services.x.json": []]) { folder in
            let all = look(folder, .fromFile, at: 3)
            #expect(all.counting(.staging) == look(folder, .fixed(.staging), at: 3))
            #expect(all.counting(nil) == look(folder, .fixed(nil), at: 3))
            #expect(all.counting(nil) != all.counting(.staging))
            #expect(look(folder, .stated(.staging, source: nil), at: 3) == all.counting(.staging))
            #expect(look(folder, .fixed(.staging), at: 3) != look(folder, .fixed(.production), at: 3))
        }
    }

    // C66: what cannot be listed or read is seen to change; a pipe is not waited for.
    @Test func whatCannotBeReadIsSeen() async throws {
        try await withFiles([:]) { folder in
            let empty = look(folder)
            #expect(mkfifo("\(folder)/modules.plist", 0o600) == 0)
            let pipe = look(folder, after: empty)
            #expect(pipe != empty)
            #expect(symlink("nowhere", "\(folder)/Hive.d") == 0)
            let broken = look(folder, after: pipe)
            #expect(broken != pipe)
            #expect(look(folder, after: broken) == broken)
            #expect(unlink("\(folder)/Hive.d") == 0)
            #expect(symlink(folder, "\(folder)/Hive.d") == 0)
            #expect(look(folder, after: broken) != broken)
        }
    }

    // MARK: Who else may write

    private func messages(_ folder: String, trusting user: uid_t = geteuid()) -> [String] {
        look(folder, trusting: user).problems.map { problem in
            let message = problem.message.replacing("\"\(folder)", with: "\"Config")
            return message.replacing(", and root reads no configuration that others may change.", with: "")
        }
    }

    private func set(_ mode: mode_t, _ path: String) { #expect(chmod(path, mode) == 0) }

    // C66: a file, by its own mode.
    @Test(arguments: [0o664, 0o646, 0o602, 0o620] as [mode_t])
    func filesThatOthersMayWriteAreRefused(_ mode: mode_t) async throws {
        try await withFiles(["modules.plist": [], "services.plist": [], "notes.txt": []]) { folder in
            for name in ["modules.plist", "services.plist"] { set(0o644, "\(folder)/\(name)") }
            set(0o666, "\(folder)/notes.txt")
            set(0o755, folder)
            #expect(messages(folder) == [])
            set(mode, "\(folder)/services.plist")
            #expect(messages(folder) == [#"The file "Config/services.plist" has the mode 0\#(String(mode, radix: 8))"#])
            #expect(look(folder, trusting: nil).problems == [])
        }
    }

    // C66: a folder in which others may put a file in the place of another; not one in which they cannot.
    @Test func foldersThatOthersMayWriteAreRefused() async throws {
        try await withFiles(["modules.plist": []]) { folder in
            set(0o644, "\(folder)/modules.plist")
            for mode in [0o777, 0o775, 0o2770] as [mode_t] {
                set(mode, folder)
                #expect(messages(folder) == [#"The folder "Config" has the mode 0\#(String(mode, radix: 8))"#])
            }
            for mode in [0o1777, 0o755, 0o700, 0o2755] as [mode_t] {
                set(mode, folder)
                #expect(messages(folder) == [])
            }
        }
    }

    // C66: links are followed, and both the folder that they are in and the one that they lead to count.
    @Test func whatLinksLeadToCounts() async throws {
        try await withFiles([:]) { base in
            set(0o755, base)
            for name in ["Config", "there"] {
                #expect(mkdir("\(base)/\(name)", 0o755) == 0)
                set(0o755, "\(base)/\(name)")
            }
            close(open("\(base)/there/modules.plist", O_CREAT | O_CLOEXEC, 0o644))
            #expect(symlink("../there/modules.plist", "\(base)/Config/modules.plist") == 0)
            #expect(messages("\(base)/Config") == [])
            set(0o777, "\(base)/there")
            #expect(messages("\(base)/Config").count == 1)
            set(0o755, "\(base)/there")
            set(0o777, "\(base)/Config")
            #expect(messages("\(base)/Config").count == 1)
            set(0o755, "\(base)/Config")
            set(0o777, base)
            #expect(messages("\(base)/Config").count == 1)
        }
    }

    // C66
    @Test func filesOfOtherUsersAreRefused() async throws {
        try await withFiles(["modules.plist": []]) { folder in
            set(0o644, "\(folder)/modules.plist")
            // Only root can give a file away.
            if geteuid() == 0 { #expect(chown("\(folder)/modules.plist", 4_321, 0) == 0) }
            let owner: uid_t = geteuid() == 0 ? 4_321 : geteuid()
            let told = messages(folder, trusting: 1_234)
            #expect(told.contains(#"The file "Config/modules.plist" belongs to user \#(owner)"#), "\(told)")
            #expect(messages(folder, trusting: owner) == [])
        }
    }

    // C66: nothing is loaded that others may change, at first and later, and that is told once.
    @Test(.enabled(if: geteuid() == 0))
    func rootLoadsNothingThatOthersMayWrite() async throws {
        try await WatchedFolder.with(.inPlace) { watched in
            let path = "\(watched.folder)/modules.plist"
            let options = HiveOptions(clock: ManualClock(), watchesConfiguration: true)
            set(0o666, path)
            let error = #expect(throws: HiveError.self) { try Hive(contentsOf: watched.folder, options: options) }
            #expect(error?.problems.errors.map(\.code) == [.fileNotReadable])
            #expect(throws: Never.self) {
                try Hive(contentsOf: watched.folder, options: HiveOptions(clock: ManualClock()))
            }
            set(0o644, path)
            let hive = try Hive(contentsOf: watched.folder, options: options)
            try await hive.start()
            try watched.apply(.inPlace, 1)
            set(0o666, path)
            #expect(hive.source?.hasChanged() == false)
            #expect(hive.source?.hasChanged() == true)
            let refusal = await #expect(throws: HiveError.self) { try await hive.reload() }
            #expect(refusal?.problems.errors.map(\.origin?.file) == [path])
            for _ in 0..<3 { #expect(hive.source?.hasChanged() == false) }
            #expect(await hive.modules.module(PairModule.self)?.seen.map(\.first) == [0])
            set(0o644, path)
            #expect(hive.source?.hasChanged() == false)
            #expect(hive.source?.hasChanged() == true)
            try await hive.reload()
            #expect(await hive.modules.module(PairModule.self)?.seen.map(\.first).last == 1)
            try await hive.stop()
        }
    }
}
