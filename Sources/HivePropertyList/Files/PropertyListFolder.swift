// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePlatform

/// Lists the property lists of a folder.
package enum PropertyListFolder {
    /// The names of the property lists in a folder, in no particular order; nil when there is no such folder.
    ///
    /// Memory stays small whatever the folder holds: names of other files are not kept.
    ///
    /// - Throws: `PropertyListError` when the folder cannot be listed, or holds more than
    ///   `PropertyListLimits.fileCount` property lists.
    package static func names(at path: String) throws(PropertyListError) -> [String]? {
        guard !path.utf8.contains(0) else {
            throw PropertyListError("\(path.quoted) is no path", remedy: "Give the path of a folder")
        }
        var names: [String] = []
        let failure = try forEachName(in: path) { bytes throws(PropertyListError) in
            guard FileName.ending(of: bytes) != nil else { return }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                throw PropertyListError(
                    "\(path.quoted) holds \(String(decoding: bytes, as: UTF8.self).quoted), whose name is not UTF-8",
                    remedy: "Rename the file"
                )
            }
            if FileName(name).ending != nil { names.append(name) }
            if names.count > PropertyListLimits.fileCount {
                throw PropertyListError(
                    "\(path.quoted) holds more than \(PropertyListLimits.fileCount) files in .plist or .json",
                    remedy: "Make sure that this is the right folder; a configuration has far fewer files"
                )
            }
        }
        if failure == 0 { return names }
        var status = stat()
        // A link that leads nowhere was meant to lead to a folder.
        if failure == ENOENT, lstat(path, &status) != 0 { return nil }
        throw error(failure, path: path)
    }

    /// Goes through the names in a folder; returns the code of what kept it from that, or 0.
    @discardableResult
    private static func forEachName<Failure>(
        in path: String,
        _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Int32 {
        guard let folder = opendir(path.isEmpty ? "." : path) else { return errno }
        defer { closedir(folder) }
        while true {
            errno = 0
            guard let entry = readdir(folder) else { return errno }
            // The system ends every name with a zero.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { start in
                    Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
                }
            }
            try body(name)
        }
    }

    /// Words a failed call.
    static func error(_ code: Int32, path: String) -> PropertyListError {
        let (text, remedy) =
            switch code {
            case ENOENT: ("\(path.quoted) is a link that leads nowhere", "Correct the link, or remove it")
            case ENOTDIR: ("\(path.quoted) isn't a folder", "Make it one, or remove it")
            case EACCES, EPERM:
                ("there is no permission to list \(path.quoted)", "Let this process list the folder, or remove it")
            default:
                (
                    "\(path.quoted) can't be listed: \(String(cString: strerror(code)))",
                    "Make sure that the folder can be listed"
                )
            }
        return PropertyListError(text, remedy: remedy)
    }
}

extension PropertyListFolder {
    /// Whether there is a folder at a path.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path.isEmpty ? "." : path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there is a regular file at a path.
    package static func isFile(_ path: String) -> Bool {
        var status = stat()
        return !path.isEmpty && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The folders in a folder that are called like one but for the case of letters, in the order of their bytes.
    package static func otherSpellings(of name: String, in path: String) -> [String] {
        var names: [String] = []
        forEachName(in: path) { bytes in
            guard bytes.count == name.utf8.count, let other = String(validating: bytes, as: UTF8.self) else { return }
            let isOther = other != name && other.lowercased() == name.lowercased()
            if isOther, exists((path.isEmpty ? "." : path) + "/" + other) { names.append(other) }
        }
        return names.sorted()
    }

    /// What is in a folder and is no property list: the first by the bytes of its name, and how many there are; nil
    /// where there is nothing of that kind.
    ///
    /// What is hidden does not count, nor what an editor leaves there, what was put aside, such as `x.plist.off`, and
    /// what explains the folder.
    package static func others(at path: String) -> (first: String, count: Int)? {
        var first: FileName?
        var count = 0
        forEachName(in: path) { bytes in
            let isHidden = [UInt8(ascii: "."), UInt8(ascii: "#")].contains(bytes.first)
            let isPutAside = bytes.indices.contains { start in
                FileName.endings.contains { bytes[start...].starts(with: $0.utf8) }
            }
            if isHidden || isPutAside || bytes.last == UInt8(ascii: "~") || bytes.starts(with: "README".utf8) {
                return
            }
            count += 1
            let name = FileName(String(decoding: bytes, as: UTF8.self))
            first = first.map { min($0, name) } ?? name
        }
        return first.map { ($0.text, count) }
    }

    /// The paths of files in a folder and in those inside it, by the ending of their names, hidden ones left out, and
    /// links not followed.
    package static func files(endingIn ending: String, below path: String, limit: Int) -> [String] {
        var files: [String] = []
        var folders = [path]
        var visited = 0
        while let path = folders.popLast(), visited < 10 * limit {
            forEachName(in: path) { bytes in
                visited += 1
                guard files.count < limit, bytes.first != UInt8(ascii: "."),
                    let name = String(validating: bytes, as: UTF8.self)
                else { return }
                var status = stat()
                guard lstat("\(path)/\(name)", &status) == 0 else { return }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append("\(path)/\(name)") }
                if status.st_mode & S_IFMT == S_IFREG, bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
                    files.append("\(path)/\(name)")
                }
            }
        }
        return files
    }
}
