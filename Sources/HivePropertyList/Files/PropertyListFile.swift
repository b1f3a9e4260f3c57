// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePlatform

/// Reads a file into memory, up to the size of a property list.
package enum PropertyListFile {
    /// What one reading has found.
    private enum Reading {
        case settled([UInt8])
        /// A file that was replaced by another one meanwhile, as a writer does that renames; it was whole itself.
        case replaced([UInt8])
        case changed
    }

    /// How often a file is read that changes each time.
    static let attemptCount = 25

    /// Reads a file that nobody is writing.
    ///
    /// What was read counts when the file is the same afterwards and has been left alone for a moment; otherwise it is
    /// read once more.
    package static func bytes(at path: String) throws(PropertyListError) -> [UInt8] {
        try bytes(at: path, quiet: FileQuiet())
    }

    /// Reads a file, with a say in when it counts as left alone.
    static func bytes(at path: String, quiet: FileQuiet) throws(PropertyListError) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PropertyListError("\(path.quoted) is no path", remedy: "Give the path of a file")
        }
        var whole: [UInt8]?
        for attempt in 0..<attemptCount {
            if attempt > 0 { quiet.wait(quiet.period) }
            switch try readOnce(path, quiet) {
            case .settled(let bytes): return bytes
            case .replaced(let bytes): whole = bytes
            case .changed: whole = nil
            }
        }
        // Where a new file comes each time, the last one that was there as a whole is as good as the next.
        if let whole { return whole }
        throw PropertyListError(
            "\(place(path)) keeps changing: it was read \(attemptCount) times, and each time it changed meanwhile",
            remedy: "Stop what writes it, or let that write another file and rename it to this one"
        )
    }

    private static func readOnce(_ path: String, _ quiet: FileQuiet) throws(PropertyListError) -> Reading {
        try withFile(path) { descriptor, status throws(PropertyListError) in
            let before = FileStamp(status)
            guard let bytes = try readToEnd(of: descriptor, expecting: Int(status.st_size), path: path) else {
                return .changed
            }
            func compare() -> Reading {
                let now = FileStamp(path)
                if now == before { return .settled(bytes) }
                var status = status
                let isWhole =
                    now?.isOfAnotherFile(than: before) != false && fstat(descriptor, &status) == 0
                    && FileStamp(status).hasContent(of: before)
                return isWhole ? .replaced(bytes) : .changed
            }
            let reading = compare()
            if case .changed = reading { return reading }
            // Who writes slowly may be between two writes, and a file's times move in steps.
            let age = quiet.now() - before.modified
            guard age >= 0, age < quiet.period else { return reading }
            quiet.wait(quiet.period - age)
            return compare()
        }
    }

    /// A number for what a file holds at this moment, whoever may be writing it; nil for what cannot be read.
    ///
    /// Reading it as a configuration says why it cannot.
    static func digest(of path: String) -> Int? {
        let bytes = try? withFile(path) { descriptor, status throws(PropertyListError) in
            try readToEnd(of: descriptor, expecting: Int(status.st_size), path: path)
        }
        return (bytes ?? nil)?.hashValue
    }

    /// Opens a regular file that is no larger than a property list, and closes it.
    private static func withFile<Result>(
        _ path: String,
        _ body: (Int32, stat) throws(PropertyListError) -> Result
    ) throws(PropertyListError) -> Result {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw error(errno, path: path) }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, path: path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw error(EISDIR, path: path)
        default:
            throw PropertyListError(
                "\(place(path)) isn't a regular file",
                remedy: "Give the path of a file, not of a pipe, socket or device"
            )
        }
        guard status.st_size <= PropertyListLimits.byteCount else { throw tooLarge(place(path)) }
        return try body(descriptor, status)
    }

    /// Reads until the end, because some regular files (under `/proc`) claim to be empty; nil for a file whose size
    /// changes meanwhile.
    static func readToEnd(
        of descriptor: Int32,
        expecting size: Int,
        path: String
    ) throws(PropertyListError) -> [UInt8]? {
        // One byte more than expected tells whether the file has grown.
        var capacity = size + 1
        var bytes: [UInt8] = []
        while true {
            let missing = capacity - bytes.count
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: missing) { buffer, count in
                var result: Int
                repeat {
                    result = pread(descriptor, buffer.baseAddress, missing, off_t(bytes.count))
                } while result < 0 && errno == EINTR
                if result < 0 { failure = errno }
                count = max(0, result)
            }
            guard failure == 0 else { throw error(failure, path: path) }
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= PropertyListLimits.byteCount else { throw tooLarge(place(path)) }
            if bytes.count == capacity { capacity += 64 * 1024 }
        }
        return size == 0 || bytes.count == size ? bytes : nil
    }

    static func tooLarge(_ file: String) -> PropertyListError {
        PropertyListError(
            "\(file) is larger than \(PropertyListLimits.byteCount / 1024 / 1024) MiB",
            remedy: "Make sure that this is the right file; a configuration is far smaller"
        )
    }

    /// Words a failed call; `ENOENT` and the like say more to a person as a sentence.
    static func error(_ code: Int32, path: String) -> PropertyListError {
        let place = place(path)
        let target = code == ENOENT ? target(ofLink: path) : nil
        let (text, remedy) =
            switch code {
            case ENOENT where target != nil:
                (
                    "the file is a link to \((target ?? "").quoted), where there is no file",
                    "Create that file, correct the link, or put a file in its place"
                )
            case ENOENT: ("there is no file at \(place)", "Create it or correct the path\(leastContent(path))")
            case ENOTDIR:
                ("there is no file at \(place): part of the path isn't a directory", "Correct the path")
            case EISDIR:
                ("\(place) is a directory, and no file", "Give the path of a file, or put one in the directory's place")
            case EACCES, EPERM:
                (
                    "there is no permission to read \(place)",
                    "Let this process read the file and enter the directories above it"
                )
            default:
                ("\(place) can't be read: \(String(cString: strerror(code)))", "Make sure that the file can be read")
            }
        return PropertyListError(text, remedy: remedy)
    }

    /// What is enough in a file that has to be there, also in an application without any services.
    private static func leastContent(_ path: String) -> String {
        guard let name = path.parts(at: "/").last.map({ FileName(String($0)) }), name.withoutEnding == "services" else {
            return ""
        }
        let least = StatedFile.Form.services.leastContent(isJSON: name.isJSON)
        return "; where there are no services, `\(least)` is enough"
    }

    /// The path of a file or folder behind all links; nil where there is none.
    package static func realPath(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// Where a link leads, as it is written in it; nil for anything else.
    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns a path for a message; a relative one with the absolute path that was looked for.
    private static func place(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path.quoted }
        guard let directory = getcwd(nil, 0) else { return path.quoted }
        defer { free(directory) }
        return "\(path.quoted) (\("\(String(cString: directory))/\(path)".quoted))"
    }
}
