// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
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

@Suite(.timeLimit(.minutes(5)))
struct PropertyListFileTests {
    /// A directory that exists while a closure runs.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("\(P_tmpdir)/hive-tests-XXXXXX".utf8CString)
        let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(directory) }
        try body(directory)
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        try withDirectory { directory in
            let path = "\(directory)/modules.plist"
            let file = try #require(fopen(path, "w"))
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
            fclose(file)
            defer { unlink(path) }
            try body(path)
        }
    }

    private func problem(_ path: String) -> String {
        let error = #expect(throws: PropertyListError.self) { _ = try PropertyListDocument.read(contentsOf: path) }
        return error?.description ?? ""
    }

    @Test func readsAFile() throws {
        try withFile(xml("<array><true/></array>")) { path in
            let document = try PropertyListDocument.read(contentsOf: path)
            #expect(document.root == [true])
        }
    }

    // C44
    @Test func absentFileIsNamed() throws {
        #expect(problem("/nonexistent/modules.plist").contains(#"no file at "/nonexistent/modules.plist""#))
        let directory = try #require(getcwd(nil, 0))
        defer { free(directory) }
        let absolute = "\(String(cString: directory))/Config/none.plist"
        #expect(problem("Config/none.plist").contains(#"no file at "Config/none.plist" ("\#(absolute)")"#))
        #expect(problem("/etc/passwd/modules.plist").contains("isn't a directory"))
        #expect(problem("").contains("is no path"))
        #expect(problem("a\u{0}b").contains(#""a\u{0}b" is no path"#))
    }

    // C45
    @Test func directoryIsRefused() throws {
        try withDirectory { #expect(problem($0).contains("is a directory")) }
    }

    @Test func deviceAndPipeAreRefusedWithoutWaiting() throws {
        #expect(problem("/dev/zero").contains("isn't a regular file"))
        try withDirectory { directory in
            let path = "\(directory)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            defer { unlink(path) }
            #expect(problem(path).contains("isn't a regular file"))
        }
    }

    @Test func missingPermissionIsSaid() throws {
        // The superuser may read everything, so the wording is checked apart from the call.
        #expect(PropertyListFile.error(EACCES, path: "/a").description.contains(#"no permission to read "/a""#))
        guard geteuid() != 0 else { return }
        try withFile(xml("<true/>")) { path in
            chmod(path, 0)
            #expect(problem(path).contains("no permission"))
        }
    }

    @Test func emptyFileIsRefused() throws {
        try withFile([]) { #expect(problem($0).contains("the file is empty")) }
    }

    @Test func largeFileIsRefusedUnread() throws {
        try withFile([]) { path in
            truncate(path, off_t(PropertyListLimits.byteCount + 1))
            #expect(problem(path).contains("larger than 16 MiB"))
            truncate(path, off_t(PropertyListLimits.byteCount))
            #expect(problem(path).contains("neither an XML nor a binary"))
        }
    }

    @Test(arguments: [-1, 1])
    func fileThatChangesSizeWhileItIsReadIsRefused(difference: Int) throws {
        let bytes = xml("<true/>")
        try withFile(bytes) { path in
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            let size = bytes.count + difference
            let read = try PropertyListFile.readToEnd(of: descriptor, expecting: size, path: path)
            #expect(read == nil)
        }
    }

    /// Writes bytes in place until the file's time shows it: that moves in steps.
    private func rewrite(_ path: String, _ bytes: ArraySlice<UInt8>) {
        let before = FileStamp(path)
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        repeat {
            bytes.withUnsafeBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, off_t(bytes.startIndex)) }
        } while FileStamp(path) == before
    }

    // C45: half old, half new is what no one has written.
    @Test func aFileThatIsWrittenSlowlyIsReadWhole() throws {
        let (old, new) = (xml("<string>aaaaaaaaaa</string>"), xml("<string>bbbbbbbbbb</string>"))
        let middle = new.count - 35
        try withFile(old) { path in
            rewrite(path, new[..<middle])
            var waits = 0
            let quiet = FileQuiet(
                period: .max / 2,
                wait: { _ in
                    waits += 1
                    if waits == 1 { self.rewrite(path, new[middle...]) }
                }
            )
            let read = try PropertyListFile.bytes(at: path, quiet: quiet)
            #expect(read == new)
            #expect(waits == 3)
        }
    }

    // C45
    @Test func aFileThatKeepsChangingIsRefused() throws {
        let bytes = xml("<true/>")
        try withFile(bytes) { path in
            var waits = 0
            let quiet = FileQuiet(
                period: .max / 2,
                wait: { _ in
                    waits += 1
                    self.rewrite(path, bytes[...])
                }
            )
            let error = #expect(throws: PropertyListError.self) {
                _ = try PropertyListFile.bytes(at: path, quiet: quiet)
            }
            #expect(error?.description.contains("keeps changing: it was read 25 times") == true)
            #expect(waits == 49)
        }
    }

    // C45: each of them was written by somebody else's name for it, as the error advises.
    @Test func aFileThatIsReplacedAgainAndAgainIsRead() throws {
        try withFile(xml("<true/>")) { path in
            let others = (0..<60).map { xml("<integer>\($0)</integer>") }
            var count = 0
            let quiet = FileQuiet(
                period: .max / 2,
                wait: { _ in
                    defer { count += 1 }
                    guard let file = fopen(path + ".new", "w") else { return }
                    _ = fwrite(others[count], 1, others[count].count, file)
                    fclose(file)
                    #expect(rename(path + ".new", path) == 0)
                }
            )
            let read = try PropertyListFile.bytes(at: path, quiet: quiet)
            #expect(others.contains(read))
        }
    }

    // C43
    @Test func aLinkThatLeadsNowhereIsSaidToBeOne() throws {
        try withDirectory { directory in
            let path = "\(directory)/modules.plist"
            #expect(symlink("../gone.plist", path) == 0)
            defer { unlink(path) }
            let text = problem(path)
            #expect(text.contains(#"is a link to "../gone.plist", where there is no file"#), "\(text)")
        }
    }

    @Test func aFileThatWasLeftAloneIsReadAtOnce() throws {
        try withFile(xml("<true/>")) { path in
            let quiet = FileQuiet(now: { .max }, wait: { _ in Issue.record("waited") })
            let read = try PropertyListFile.bytes(at: path, quiet: quiet)
            #expect(read == xml("<true/>"))
        }
    }

    #if os(Linux)
    @Test func fileThatClaimsToBeEmptyIsRead() {
        #expect(problem("/proc/self/status").contains("neither an XML nor a binary"))
    }
    #endif

    @Test func loopOfLinksIsRefused() throws {
        try withDirectory { directory in
            let path = "\(directory)/link"
            #expect(symlink(path, path) == 0)
            defer { unlink(path) }
            #expect(problem(path).contains("can't be read"))
        }
    }
}
