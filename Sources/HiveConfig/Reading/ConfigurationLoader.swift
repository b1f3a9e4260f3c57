// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// Reads property lists one after the other and gathers what they say.
struct ConfigurationLoader {
    /// What could not be found, so that nothing that follows from it is reported as well.
    struct Unresolved: Sendable {
        /// The names of module classes that were not found, as written.
        var modules: Set<String> = []
        /// The types of services whose entries are wrong.
        var services: Set<ObjectIdentifier> = []
        /// Whether a file with modules was not read to its end, or far too many names lead nowhere.
        var isMissingModules = false
        /// Whether a file with services was not read to its end.
        var isMissingServices = false

        /// Remembers a module class that was not found, or an entry that names none.
        mutating func note(module name: String?) {
            // Every dependency is compared with all of these names.
            guard let name, modules.count < PropertyListLimits.missingNameCount else {
                isMissingModules = true
                return
            }
            modules.insert(name)
        }
    }

    /// What finds the types that names lead to.
    var search: NameSearch
    /// Where the files are.
    var store = PropertyListStore.disk
    private(set) var problems: [Problem] = []
    /// Where each part of a configuration was read, file by file.
    var sources: [(subject: HiveConfiguration.Setting.Subject, cursor: PropertyListCursor)] = []
    var modules: [(declaration: ModuleDeclaration, className: String)] = []
    var services = MergedServices()
    var layers: [(file: String, values: ConfigurationValue)] = []
    var applicationName: String?
    var applicationKey: String?
    var environment: HiveEnvironment?
    /// Where the environment was named last.
    var environmentOrigin: Origin?
    var unresolved = Unresolved()
    /// Whether any file has had a list of modules, or seems to have meant to.
    var hasModuleList = false
    /// How each name was found.
    var resolutions = NameResolutions()
    /// The root of the last file with modules.
    private var lastModules: PropertyListCursor?
    /// The protocols that the runtime found by name, with the first place of each.
    var unseen: [(name: String, origin: Origin)] = []
    var unseenTypes: Set<ObjectIdentifier> = []

    /// The keys of all files that can be spelt in several ways, each with the first file that has it.
    private var spellings: [String: (key: String, file: String)] = [:]

    /// The names that were read; nil where they are looked up instead.
    var names: NamedTypes?
    /// The files that were read, kept beside the names in them.
    private(set) var contents: [(path: String, bytes: [UInt8])] = []

    init(_ resolver: TypeResolver) {
        search = NameSearch(resolver)
    }

    mutating func readModules(_ files: [String]) {
        for file in files {
            guard let root = open(file) else {
                unresolved.isMissingModules = true
                continue
            }
            lastModules = root
            read(root) { loader, reader in
                loader.readModules(root, &reader, isDropIn: false)
                if reader.isFull { loader.unresolved.isMissingModules = true }
            }
        }
    }

    /// Reports that no file has had a list of modules, unless that follows from something else.
    mutating func requireModuleList() {
        guard let lastModules, !hasModuleList, !unresolved.isMissingModules else { return }
        let text = "The key \"moduleClasses\" is missing."
        let remedy = "Add it, with an array of the modules; an empty one if there are none."
        problems.append(Problem(.error, .invalidValue, at: lastModules.origin, text, remedy: remedy))
    }

    mutating func readServices(_ files: [String]) {
        for file in files {
            guard let root = open(file) else {
                unresolved.isMissingServices = true
                continue
            }
            read(root) { loader, reader in
                loader.readServices(root, &reader)
                if reader.isFull { loader.unresolved.isMissingServices = true }
            }
        }
    }

    /// Opens a file, or reports what is wrong with it.
    mutating func open(_ file: String) -> PropertyListCursor? {
        var code = HiveError.Code.fileNotReadable
        do {
            let bytes = try store.bytes(at: file)
            if names != nil { contents.append((file, bytes)) }
            code = .invalidPropertyList
            let document = try PropertyListDocument.read(bytes)
            compareSpellings(of: document, in: file)
            return PropertyListCursor(document, file: file)
        } catch let error as PropertyListError {
            report(error.problems, code, in: file)
        } catch {
            problems.append(Problem(.error, code, at: .propertyList(file, nil), "\(error)".onOneLine))
        }
        return nil
    }

    /// Reports keys that mean the same as one of an earlier file and have other characters.
    private mutating func compareSpellings(of document: PropertyListDocument, in file: String) {
        for (index, key) in document.shape.keys.enumerated() where key.hasSeveralSpellings {
            guard let earlier = spellings[key] else {
                spellings[key] = (key, file)
                continue
            }
            if earlier.key.isSpelt(key) { continue }
            let node = document.shape.nodes.firstIndex { $0.key == Int32(index) } ?? 0
            let line = document.lines?.line(at: Int(document.shape.nodes[node].offset))
            let origin = Origin.propertyList(file, document.shape.path(of: node), line: line)
            let message = """
                The key \(key.inEscapes) means the same as \(earlier.key.inEscapes) in \(earlier.file) and is written with \
                other characters.
                """
            problems.append(
                Problem(.error, .invalidPropertyList, at: origin, message, remedy: "Write both in the same way.")
            )
            if problems.count >= PropertyListLimits.problemCount { return }
        }
    }

    /// Reads a file that is open, and keeps what is wrong with it.
    mutating func read(_ root: PropertyListCursor, _ body: (inout Self, inout PropertyListReader) -> Void) {
        var reader = PropertyListReader(looksUpNames: names == nil)
        body(&self, &reader)
        if reader.isFull {
            let text = "The file was not read to its end: too much is wrong with it."
            let remedy = "Correct what is listed and try again."
            reader.report(.invalidConfiguration, at: root.origin, text, remedy: remedy)
        }
        problems += reader.sortedProblems
    }

    mutating func report(_ found: [Problem]) { problems += found }

    mutating func report(_ found: [PropertyListError.Problem], _ code: HiveError.Code, in file: String) {
        for problem in found {
            let origin = Origin.propertyList(file, problem.keyPath, line: problem.line)
            let message = problem.message.asSentence
            problems.append(Problem(.error, code, at: origin, message, remedy: problem.remedy.asSentence))
        }
    }
}

extension String {
    /// The text with a capital letter at its start and a full stop at its end.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
