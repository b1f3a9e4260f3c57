// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// What one property list states, types as text, and everything wrong with it but what the names lead to.
package struct StatedFile: Sendable {
    /// The form in which a file is read.
    enum Form {
        case modules
        case services
        /// Either, and a dictionary may hold both.
        case dropIn

        /// What is enough in such a file.
        func leastContent(isJSON: Bool) -> String {
            if isJSON { return self == .services ? "[]" : #"{"moduleClasses": []}"# }
            let inner = self == .services ? "<array/>" : "<dict><key>moduleClasses</key><array/></dict>"
            return "<plist version=\"1.0\">\(inner)</plist>"
        }
    }

    /// What a file says about the application.
    package struct Application: Sendable {
        /// The root of the file.
        package let cursor: PropertyListCursor
        package fileprivate(set) var name: String?
        package fileprivate(set) var key: String?
        package fileprivate(set) var environment: (value: HiveEnvironment, origin: Origin)?
        /// A dictionary.
        package fileprivate(set) var values: ConfigurationValue?
        /// The hive's timeouts, by their keys.
        package fileprivate(set) var timeouts: [String: Duration] = [:]
        /// What happens when a module fails that does not say so.
        package fileprivate(set) var onFailure: (policy: StatedPolicy, origin: Origin)?
    }

    package let path: String
    package fileprivate(set) var application: Application?
    package fileprivate(set) var modules: [StatedModule] = []
    package fileprivate(set) var services: [StatedService] = []
    /// What is wrong, in no particular order.
    package internal(set) var problems: [Problem] = []
    var missing: Set<MissingEntry> = []
    /// Whether the file has a list of modules, or seems to have meant to.
    fileprivate(set) var hasModuleList = false
    /// The root of a file with modules.
    let root: PropertyListCursor?
    let form: Form

    /// Whether so much is wrong that looking at the rest is of no use.
    package func isFull(with others: [Problem]) -> Bool {
        problems.count + others.count >= PropertyListLimits.problemCount
    }

    /// Says that the file was not read to its end, once.
    mutating func noteFull() {
        guard let root, !problems.contains(where: { $0.code == .invalidConfiguration }) else { return }
        let text = "The file was not read to its end: too much is wrong with it."
        let remedy = "Correct what is listed and try again."
        problems.append(Problem(.error, .invalidConfiguration, at: root.origin, text, remedy: remedy))
        noteMissing()
    }

    /// The problems, with others about the same file, in the order of its lines.
    func problems(with others: [Problem]) -> [Problem] {
        (problems + others).sorted { ($0.origin?.line ?? 0) < ($1.origin?.line ?? 0) }
    }

    private mutating func noteMissing() {
        if form != .services, application != nil || root == nil || form == .modules { missing.insert(.modules) }
        if form != .modules { missing.insert(.services) }
    }
}

extension StatedFile {
    /// A file that cannot be read.
    init(unreadable path: String, as form: Form, _ problems: [Problem]) {
        self.init(path: path, problems: problems, root: nil, form: form)
        noteMissing()
    }

    /// Reads a file that is open.
    init(_ root: PropertyListCursor, as form: Form) {
        var reader = PropertyListReader(root, StatedFile(path: root.fileName, root: root, form: form))
        reader.read(as: form)
        self = reader.file
        if reader.isFull { noteFull() }
    }
}

extension PropertyListReader {
    fileprivate mutating func read(as form: StatedFile.Form) {
        switch form {
        case _ where reportsMisplaced(as: form): break
        case .modules: readModules(Vocabulary.RootKey.allCases.filter { $0 != .services })
        case .services: readServices()
        case .dropIn where root.kind == .array: readServices()
        case .dropIn: readDropIn()
        }
    }

    private mutating func readModules(_ known: [Vocabulary.RootKey]) {
        let known = KnownKeys(known, in: root)
        guard let entries = dictionary(root, known) else {
            file.missing.insert(.modules)
            return
        }
        file.application = application(entries)
        guard let list = entries[.moduleClasses] else {
            let meant = Vocabulary.RootKey.moduleClasses.rawValue
            let isMisspelt = root.entries?.contains { nearestName(to: $0.key, among: known.names) == meant }
            if isMisspelt == true { file.missing.insert(.modules) }
            return
        }
        file.hasModuleList = true
        guard let elements = array(list) else {
            file.missing.insert(.modules)
            return
        }
        for element in elements where !isFull {
            if let module = module(element) { file.modules.append(module) }
        }
    }

    private mutating func application(_ entries: StatedEntries<Vocabulary.RootKey>) -> StatedFile.Application {
        var application = StatedFile.Application(cursor: root)
        application.name = string(entries[.applicationName])
        application.key = string(entries[.applicationKey])
        if let stated = entries[.environment], let name = string(stated) {
            let environment = HiveEnvironment(name)
            if let problem = environment.problem(at: stated.origin) {
                report(problem)
            } else {
                application.environment = (environment, stated.origin)
            }
        }
        if let values = entries[.values] {
            application.values = values.kind == .dictionary ? values.value : expected("a dictionary", at: values)
        }
        let keys = KnownKeys<Vocabulary.TimeoutKey>(in: root)
        if let stated = entries[.timeouts], let times = dictionary(stated, keys) {
            for key in Vocabulary.TimeoutKey.allCases {
                application.timeouts[key.rawValue] = duration(times[key], mayBeZero: key == .drainDelay)
            }
        }
        if let stated = entries[.onFailure], let policy = policy(stated) {
            application.onFailure = (policy, stated.origin)
        }
        return application
    }

    /// Reads an array of services, or the older form of BeeHive.
    private mutating func readServices() {
        if let entries = root.entries {
            for (name, cursor) in entries where !isFull { file.services.append(service(name, cursor)) }
        } else {
            let kind = "an array of services, or a dictionary from protocol to class"
            readServices(among: root.elements ?? expected(kind, at: root))
        }
    }

    private mutating func readServices(among elements: [PropertyListCursor]?) {
        if elements == nil { file.missing.insert(.services) }
        for element in elements ?? [] where !isFull {
            if let service = service(element) { file.services.append(service) }
        }
    }

    /// Reads a dictionary in the form of `modules.plist`, which may hold services.
    private mutating func readDropIn() {
        readModules(Vocabulary.RootKey.allCases)
        guard let list = root["services"] else { return }
        let form =
            list.isJSON
            ? #"[{"service": …, "impl": …}]"#
            : "<array><dict><key>service</key>…<key>impl</key>…</dict></array>"
        let remedy = "In a drop-in, write services as \(form)."
        readServices(among: list.elements ?? expected("an array", at: list, remedy: remedy))
    }
}
