// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase
import HivePlatform

/// How the files of a configuration look at one moment; two looks are equal where nothing has changed in between (C66).
///
/// What counts is which files are there of those that are read, and the device, inode, size and times of what each path
/// leads to, links followed. A file system counts times in steps, so a file that is written twice within one step may
/// keep its stamp. Therefore contents count too, until a change has been seen by two looks and lies 2 s back. A stamp
/// that stays afterwards stands for the contents, and they are not read again. That goes by the time of the change
/// alone, which nobody can set as they can set that of the contents.
package struct ConfigurationLook: Equatable, Sendable {
    /// Where a configuration is.
    package enum Place: Sendable {
        /// The base files, overlays and drop-ins of a folder.
        case folder(String, OverlayChoice)
        /// Files by their paths.
        case files(modules: [String], services: [String])

        /// Which overlays of a folder are read; nil for files, which have none.
        package var overlays: OverlayChoice? { if case .folder(_, let overlays) = self { overlays } else { nil } }
    }

    /// How long ago a change must be before the next one is sure to have another time, in nanoseconds: no file system
    /// in use has longer steps.
    private static let longestStep: UInt64 = 2_000_000_000

    private struct Entry: Equatable {
        /// Nil where the path leads nowhere.
        let stamp: FileStamp?
        /// What the file holds; nil where the stamp alone says so.
        let digest: Int?
        /// Whether the stamp stands for the contents from now on.
        let isSettled: Bool

        static func == (left: Entry, right: Entry) -> Bool {
            left.stamp == right.stamp && left.digest == right.digest
        }
    }

    /// The place, once it is known which overlays count.
    package private(set) var place: Place
    private var entries: [FileName: Entry] = [:]
    /// Whom to trust beside root; nil for everybody.
    private let user: uid_t?
    /// Why a folder could not be listed.
    private var failures: [String] = []
    /// What keeps the files from being trusted, where their owner has to be: those that others may write (C66).
    package private(set) var problems: [Problem] = []

    package static func == (left: ConfigurationLook, right: ConfigurationLook) -> Bool {
        left.entries == right.entries && left.failures == right.failures && left.problems == right.problems
    }

    /// Looks at the files of a place; a root process also at who else may write them.
    ///
    /// - Parameters:
    ///   - place: What is looked at.
    ///   - last: The look before this one; nil for the first one, which reads only contents that have just changed.
    package init(at place: Place, after last: ConfigurationLook? = nil) {
        self.init(at: place, after: last, trusting: geteuid() == 0 ? 0 : nil, now: FileQuiet().now())
    }

    /// Looks at the files, with a say in the time and in whom, beside root, to trust; nil for everybody.
    init(at place: Place, after last: ConfigurationLook?, trusting user: uid_t?, now: Int64) {
        self.place = place
        self.user = user
        switch place {
        case .files(let modules, let services):
            for path in modules + services { note(path, after: last, now) }
        case .folder(let folder, let overlays):
            let prefix = FileName.prefix(folder)
            let dropIns = prefix + ConfigurationFiles.dropInFolder
            for name in list(folder) where ConfigurationFiles.isRead(name, overlays) {
                note(prefix + name, after: last, now)
            }
            for name in list(dropIns) { note("\(dropIns)/\(name)", after: last, now) }
        }
        problems = findProblems()
    }

    /// Looks once more, after this look.
    package func again() -> ConfigurationLook { ConfigurationLook(at: place, after: self) }

    /// The look at those files alone that are read with the overlays of one environment, or with none.
    package func counting(_ environment: HiveEnvironment?) -> ConfigurationLook {
        guard case .folder(let folder, _) = place else { return self }
        var look = self
        look.place = .folder(folder, .fixed(environment))
        look.entries = entries.filter { path, _ in
            guard let name = path.inside(folder), !name.utf8.contains(UInt8(ascii: "/")) else { return true }
            return ConfigurationFiles.isRead(name, .fixed(environment))
        }
        look.problems = look.findProblems()
        return look
    }

    private func findProblems() -> [Problem] {
        guard let user else { return [] }
        var access = FileAccess(trusting: user)
        var paths = entries.keys.sorted().map(\.text)
        // Others may put in what is not there yet.
        if case .folder(let folder, _) = place {
            paths += [folder.isEmpty ? "." : folder, FileName.prefix(folder) + ConfigurationFiles.dropInFolder]
        }
        return paths.flatMap { access.problems(of: $0) }
    }

    private mutating func list(_ folder: String) -> [String] {
        do {
            return try PropertyListFolder.names(at: folder) ?? []
        } catch {
            failures.append("\(error)")
            return []
        }
    }

    private mutating func note(_ path: String, after last: ConfigurationLook?, _ now: Int64) {
        let (stamp, name) = (FileStamp(path), FileName(path))
        let former = last?.entries[name]
        let isSame = stamp != nil && former?.stamp == stamp
        if let former, isSame, former.isSettled {
            entries[name] = former
            return
        }
        // A change in the future is as old: the clock of the file system, or ours, is wrong.
        let isOld = stamp.map { (now &- $0.changed).magnitude >= Self.longestStep } ?? true
        let isSettled = isOld && (isSame || last == nil)
        let digest = isSettled && last == nil ? nil : PropertyListFile.digest(of: path)
        entries[name] = Entry(stamp: stamp, digest: digest, isSettled: isSettled)
    }
}
