// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Reads property lists one after the other and gathers what they say.
struct ConfigurationLoader {
    /// What could not be found, so that nothing that follows from it is reported as well.
    struct Unresolved: Sendable {
        /// The names of module classes that were not found, as written.
        var modules: Set<String> = []
        /// The types of services whose entries are wrong.
        var services: Set<ObjectIdentifier> = []
        /// Whether a file with modules was not read to its end.
        var isMissingModules = false
        /// Whether a file with services was not read to its end.
        var isMissingServices = false
    }

    let resolver: TypeResolver
    /// Where the files are.
    var store = PropertyListStore.disk
    private(set) var problems: [Problem] = []
    var modules: [(declaration: ModuleDeclaration, className: String)] = []
    var services: [ServiceDeclaration] = []
    var layers: [(file: String, values: ConfigurationValue)] = []
    var applicationName: String?
    var applicationKey: String?
    var environment: HiveEnvironment?
    var unresolved = Unresolved()
    /// Whether any file has had a list of modules, or seems to have meant to.
    var hasModuleList = false
    /// The protocols that the runtime found by name, with the first place of each.
    var unseen: [(name: String, origin: Origin)] = []
    var unseenTypes: Set<ObjectIdentifier> = []
    /// The types of services by the names that led to them.
    var foundServices: [String: any Any.Type] = [:]

    /// The names that were read; nil where they are looked up instead.
    var names: NamedTypes?
    /// The files that were read, kept beside the names in them.
    private(set) var contents: [(path: String, bytes: [UInt8])] = []

    init(_ resolver: TypeResolver) {
        self.resolver = resolver
    }

    mutating func readModules(_ files: [String]) {
        var last: PropertyListCursor?
        for file in files {
            guard let root = open(file) else {
                unresolved.isMissingModules = true
                continue
            }
            last = root
            var reader = PropertyListReader()
            readModules(root, &reader)
            if reader.isFull { unresolved.isMissingModules = true }
            finish(&reader, root)
        }
        guard let last, !hasModuleList, !unresolved.isMissingModules else { return }
        let text = "The key \"moduleClasses\" is missing."
        let remedy = "Add it, with an array of the modules; an empty one if there are none."
        problems.append(Problem(.error, .invalidValue, at: last.origin, text, remedy: remedy))
    }

    mutating func readServices(_ files: [String]) {
        for file in files {
            guard let root = open(file) else {
                unresolved.isMissingServices = true
                continue
            }
            var reader = PropertyListReader()
            readServices(root, &reader, file)
            if reader.isFull { unresolved.isMissingServices = true }
            finish(&reader, root)
        }
    }

    private mutating func open(_ file: String) -> PropertyListCursor? {
        var code = HiveError.Code.fileNotReadable
        do {
            let bytes = try store.bytes(at: file)
            if names != nil { contents.append((file, bytes)) }
            code = .invalidPropertyList
            return PropertyListCursor(try PropertyListDocument.read(bytes), file: file)
        } catch let error as PropertyListError {
            for problem in error.problems {
                let origin = Origin.propertyList(file, problem.keyPath, line: problem.line)
                let message = problem.message.asSentence
                problems.append(Problem(.error, code, at: origin, message, remedy: problem.remedy.asSentence))
            }
        } catch {
            problems.append(Problem(.error, code, at: .propertyList(file, nil), "\(error)".onOneLine))
        }
        return nil
    }

    private mutating func finish(_ reader: inout PropertyListReader, _ root: PropertyListCursor) {
        if reader.isFull {
            let text = "The file was not read to its end: too much is wrong with it."
            let remedy = "Correct what is listed and try again."
            reader.report(.invalidConfiguration, at: root.origin, text, remedy: remedy)
        }
        problems += reader.sortedProblems
    }
}

extension String {
    /// The text with a capital letter at its start and a full stop at its end.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
