// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase
import HivePlatform

/// Who may change files, for a process that must not read what others have written.
///
/// A file is safe when it belongs to root, or to a user that is trusted, and neither its group nor others may write it.
/// So must be every folder above it, on its path and behind its links, because whoever may write that one can put
/// another file in its place; in a folder with the sticky bit, such as `/tmp`, only a file's owner can. What is mounted
/// read-only, nobody can write: Kubernetes mounts a `ConfigMap` so, whose folder has the mode 0777.
struct FileAccess {
    private let user: uid_t
    /// The real paths that have been looked at: each is told once.
    private var seen: Set<FileName> = []

    init(trusting user: uid_t) { self.user = user }

    /// What is wrong with who may change the file or folder at a path; nothing where there is none.
    mutating func problems(of path: String) -> [Problem] {
        // A link may stand in any folder of the path as it is written, and lead out of it.
        let faults = Self.ancestry(of: path).compactMap(PropertyListFile.realPath).flatMap { real in
            Self.ancestry(of: real).filter { seen.insert(FileName($0)).inserted }.compactMap(fault)
        }
        return faults.map { fault in
            let text = "\(fault), and root reads no configuration that others may change."
            let remedy = "Let it belong to root, and take the right to write it from its group and from others."
            return .file(path, text, remedy: remedy)
        }
    }

    /// A path, and those of the folders above it.
    private static func ancestry(of path: String) -> [String] {
        var paths = [path]
        while let slash = paths.last?.utf8.lastIndex(of: UInt8(ascii: "/")), let last = paths.last, last != "/" {
            paths.append(slash == last.startIndex ? "/" : String(last[..<slash]))
        }
        return path.utf8.first == UInt8(ascii: "/") ? paths : paths + ["."]
    }

    /// Who else may change what is at a real path; nil for nobody.
    private func fault(at path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let what = "\(isFolder ? "The folder" : "The file") \(path.quoted)"
        guard status.st_uid == 0 || status.st_uid == user else { return "\(what) belongs to user \(status.st_uid)" }
        let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        guard isShared, !(isFolder && status.st_mode & S_ISVTX != 0), !isReadOnly(path) else { return nil }
        let mode = "0" + String(status.st_mode & 0o7777, radix: 8)
        return "\(what) has the mode \(mode)"
    }

    private func isReadOnly(_ path: String) -> Bool { access(path, W_OK) != 0 && errno == EROFS }
}
