// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// What property lists state, file by file, the weakest first; types as text.
package struct StatedConfiguration: Sendable {
    /// The files in the order in which they were read, those that cannot be read among them.
    package private(set) var files: [StatedFile] = []
    /// Which overlays are among the files; nil for a list of files, which has none.
    package internal(set) var overlays: OverlaysRead?
    /// What is missing beside what is missing from single files.
    var missingBesides: Set<MissingEntry> = []
    package var missing: Set<MissingEntry> { files.reduce(missingBesides) { $0.union($1.missing) } }
    /// What was read, file by file; empty unless it is kept.
    private(set) var contents: [(path: String, bytes: [UInt8])] = []

    /// What is wrong with the files together, each with the number of files that had been read by then.
    private var findings: [(fileCount: Int, problem: Problem)] = []
    /// The keys of all files, each with the first file that has it.
    private var spellings: [String: (key: String, file: String)] = [:]
    let store: PropertyListStore
    private let keepsContents: Bool

    init(store: PropertyListStore = .disk, keepsContents: Bool = false) {
        self.store = store
        self.keepsContents = keepsContents
    }

    /// Reads the files of a place; those of a folder may be kept by the program.
    package init(_ place: ConfigurationLook.Place, store: PropertyListStore = .disk) {
        switch place {
        case .folder(let folder, let overlays): self.init(folder: folder, overlays, store: store)
        case .files(let modules, let services): self.init(modules: modules, services: services)
        }
    }

    /// Reads lists of files.
    init(modules: [String], services: [String]) {
        self.init()
        readModules(modules)
        requireModuleList()
        for file in services { read(file, as: .services) }
    }

    /// What names of several parts begin with: Swift modules, where they are right.
    package var swiftModules: [String] {
        let names = files.flatMap { file in
            file.modules.map(\.className) + file.services.flatMap { [$0.service, $0.implementation] }
        }
        return names.compactMap { name in
            let parts = name.flatMap { TypeName($0.text) }?.components ?? []
            return parts.count > 1 ? String(parts[0]) : nil
        }
    }

    /// The problems in the order of the files, with those that somebody else finds in each of them.
    package mutating func problems(with find: (StatedFile) -> [Problem]) -> [Problem] {
        var rest = findings[...]
        var problems: [Problem] = []
        for index in files.indices {
            while let finding = rest.first, finding.fileCount <= index {
                problems.append(finding.problem)
                rest.removeFirst()
            }
            let others = find(files[index])
            if files[index].isFull(with: others) { files[index].noteFull() }
            problems += files[index].problems(with: others)
        }
        return problems + rest.map(\.problem)
    }

    /// The environment that the last file names that names one.
    var environment: (value: HiveEnvironment, origin: Origin)? {
        files.reversed().lazy.compactMap { $0.application?.environment }.first
    }

    mutating func readModules(_ files: [String]) {
        for file in files { read(file, as: .modules) }
    }

    /// Reports that no file has had a list of modules, unless that follows from something else.
    mutating func requireModuleList() {
        guard let last = files.last?.root, !missing.contains(.modules), !files.contains(where: \.hasModuleList) else {
            return
        }
        let text = "The key \"moduleClasses\" is missing."
        let remedy = "Add it, with an array of the modules; an empty one if there are none."
        report(Problem(.error, .invalidValue, at: last.origin, text, remedy: remedy))
    }

    /// Reads a file, or reports what is wrong with it.
    mutating func read(_ path: String, as form: StatedFile.Form) {
        var code = HiveErrorCode.fileNotReadable
        do throws(PropertyListError) {
            let bytes = try store.bytes(at: path)
            if keepsContents { contents.append((path, bytes)) }
            code = .invalidPropertyList
            let isJSON = FileName(path).isJSON
            let least = form.leastContent(isJSON: isJSON)
            let document = try PropertyListDocument.read(bytes, of: path, isJSON: isJSON, least: least)
            compareSpellings(of: document)
            files.append(StatedFile(PropertyListCursor(document), as: form))
        } catch {
            files.append(StatedFile(unreadable: path, as: form, error.problems(code, in: path)))
        }
    }

    mutating func report(_ problem: Problem) { findings.append((files.count, problem)) }

    /// Reports keys that mean the same as one of an earlier file and have other characters.
    private mutating func compareSpellings(of document: PropertyListDocument) {
        for (index, key) in document.keys.enumerated() {
            guard let earlier = spellings[key] else {
                spellings[key] = (key, document.file)
                continue
            }
            if earlier.key.isSpelt(key) { continue }
            let node = document.nodes.firstIndex { $0.key == Int32(index) } ?? 0
            let origin = PropertyListCursor(document, at: node).keyOrigin
            let message = """
                The key \(key.inEscapes) means the same as \(earlier.key.inEscapes) in \(earlier.file) and is written with \
                other characters.
                """
            report(Problem(.error, .invalidPropertyList, at: origin, message, remedy: "Write both in the same way."))
            if findings.count >= PropertyListLimits.problemCount { return }
        }
    }
}

extension PropertyListError {
    /// The faults as problems with a file.
    package func problems(_ code: HiveErrorCode, in file: String) -> [HiveBase.Problem] {
        problems.map { fault in
            let origin = Origin.propertyList(file, fault.keyPath, line: fault.line)
            return HiveBase.Problem(.error, code, at: origin, fault.message.asSentence, remedy: fault.remedy.asSentence)
        }
    }
}

extension String {
    /// The text with a capital letter at its start and a full stop at its end.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + (ends(with: ".") ? "" : ".") }
}
