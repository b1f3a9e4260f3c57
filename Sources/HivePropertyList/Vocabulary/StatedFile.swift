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
    package private(set) var application: Application?
    package private(set) var modules: [StatedModule] = []
    package private(set) var services: [StatedService] = []
    /// What is wrong, in no particular order.
    package private(set) var problems: [Problem] = []
    private(set) var missing: Set<MissingEntry> = []
    /// Whether the file has a list of modules, or seems to have meant to.
    private(set) var hasModuleList = false
    /// The root of a file with modules.
    let root: PropertyListCursor?
    private let form: Form

    /// A file that cannot be read.
    init(unreadable path: String, as form: Form, _ problems: [Problem]) {
        self.path = path
        self.form = form
        self.problems = problems
        root = nil
        noteMissing()
    }

    /// Reads a file that is open.
    init(_ root: PropertyListCursor, path: String, as form: Form) {
        self.path = path
        self.form = form
        self.root = root
        var reader = PropertyListReader(root)
        switch form {
        case _ where reader.reportsMisplaced(root, as: form): break
        case .modules: readModules(&reader, root, Vocabulary.RootKey.allCases.filter { $0 != .services })
        case .services: readServices(&reader, root)
        case .dropIn where root.kind == .array: readServices(&reader, root)
        case .dropIn: readDropIn(&reader, root)
        }
        problems = reader.problems
        missing = reader.missing
        if reader.isFull { noteFull() }
    }

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
    private mutating func readModules(
        _ reader: inout PropertyListReader,
        _ root: PropertyListCursor,
        _ known: [Vocabulary.RootKey]
    ) {
        let known = KnownKeys(known, in: root)
        guard let entries = reader.dictionary(root, known) else {
            reader.missing.insert(.modules)
            return
        }
        application = readApplication(&reader, root, entries)
        guard let list = entries[.moduleClasses] else {
            let meant = Vocabulary.RootKey.moduleClasses.rawValue
            let isMisspelt = root.entries?.contains { nearestName(to: $0.key, among: known.names) == meant }
            if isMisspelt == true { reader.missing.insert(.modules) }
            return
        }
        hasModuleList = true
        guard let elements = reader.array(list) else {
            reader.missing.insert(.modules)
            return
        }
        for element in elements where !reader.isFull {
            if let module = reader.module(element) { modules.append(module) }
        }
    }

    private func readApplication(
        _ reader: inout PropertyListReader,
        _ root: PropertyListCursor,
        _ entries: StatedEntries<Vocabulary.RootKey>
    ) -> Application {
        var application = Application(cursor: root)
        application.name = reader.string(entries[.applicationName])
        application.key = reader.string(entries[.applicationKey])
        if let stated = entries[.environment], let name = reader.string(stated) {
            let environment = HiveEnvironment(name)
            if let problem = environment.problem(at: stated.origin) {
                reader.report(problem)
            } else {
                application.environment = (environment, stated.origin)
            }
        }
        if let values = entries[.values] {
            application.values = values.kind == .dictionary ? values.value : reader.expected("a dictionary", at: values)
        }
        let keys = KnownKeys<Vocabulary.TimeoutKey>(in: root)
        if let stated = entries[.timeouts], let times = reader.dictionary(stated, keys) {
            for key in Vocabulary.TimeoutKey.allCases {
                application.timeouts[key.rawValue] = reader.duration(times[key], mayBeZero: key == .drainDelay)
            }
        }
        if let stated = entries[.onFailure], let policy = reader.policy(stated) {
            application.onFailure = (policy, stated.origin)
        }
        return application
    }

    /// Reads an array of services, or the older form of BeeHive.
    private mutating func readServices(_ reader: inout PropertyListReader, _ root: PropertyListCursor) {
        if let entries = root.entries {
            for (name, cursor) in entries where !reader.isFull { services.append(reader.service(name, cursor)) }
        } else {
            let kind = "an array of services, or a dictionary from protocol to class"
            readServices(&reader, among: root.elements ?? reader.expected(kind, at: root))
        }
    }

    private mutating func readServices(_ reader: inout PropertyListReader, among elements: [PropertyListCursor]?) {
        if elements == nil { reader.missing.insert(.services) }
        for element in elements ?? [] where !reader.isFull {
            if let service = reader.service(element) { services.append(service) }
        }
    }

    /// Reads a dictionary in the form of `modules.plist`, which may hold services.
    private mutating func readDropIn(_ reader: inout PropertyListReader, _ root: PropertyListCursor) {
        readModules(&reader, root, Vocabulary.RootKey.allCases)
        guard let list = root["services"] else { return }
        let form =
            list.isJSON
            ? #"[{"service": …, "impl": …}]"#
            : "<array><dict><key>service</key>…<key>impl</key>…</dict></array>"
        let remedy = "In a drop-in, write services as \(form)."
        readServices(&reader, among: list.elements ?? reader.expected("an array", at: list, remedy: remedy))
    }
}
