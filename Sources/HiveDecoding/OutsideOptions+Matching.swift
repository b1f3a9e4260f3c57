// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension OutsideOptions {
    /// Finds out what is said about each of some modules.
    ///
    /// What fits no option that is known may be one inside an option that is nil, or of a type that has no defaults: it
    /// is one if the type asks for it when it is decoded.
    ///
    /// - Returns: What was found, by the places of the modules.
    /// - Complexity: O(statements × length of the longest module name²), and encoding the defaults of each module that
    ///   is spoken of.
    package func given(to targets: [OptionsTarget]) -> [Int: GivenOptions] {
        var stems = NameStems<Int>()
        for (place, target) in targets.enumerated() {
            for prefix in prefixes { stems.insert(place, under: target.stem(prefix)) }
            stems.insert(place, under: target.argumentStem)
        }
        var matching = Matching(modules: targets.map(AddressedModule.init), services: KubernetesServices(statements))
        // What fits no known option, and what names no module.
        var open: [(statement: Statement, candidates: [Matching.Candidate])] = []
        var strays: [Statement] = []
        for statement in statements {
            let separator = UInt8(ascii: statement.isArgument ? "." : "_")
            let candidates = stems.find(in: statement.name, endingWith: separator)
            if candidates.isEmpty {
                if !statement.isArgument { strays.append(statement) }
                continue
            }
            let fitting: [Matching.Fitting] = candidates.flatMap { place, rest in
                matching.modules[place].known(String(rest), statement.isArgument).map { (place, $0) }
            }
            if !fitting.isEmpty {
                matching.settle(statement, candidates, fitting)
                continue
            }
            for (place, rest) in candidates {
                let text = statement.text ?? "true"
                let name = OpenNames.Name(place: open.count, rest: rest, text: text, isArgument: statement.isArgument)
                matching.modules[place].openNames.append(name)
            }
            open.append((statement, candidates))
        }
        for place in targets.indices { matching.modules[place].decodeOpenNames() }
        for (number, (statement, candidates)) in open.enumerated() {
            let fitting: [Matching.Fitting] = candidates.flatMap { place, _ in
                matching.modules[place].opened(number).map { (place, $0) }
            }
            matching.settle(statement, candidates, fitting)
        }
        for place in targets.indices { matching.modules[place].warn() }
        warnOfVariables(strays, in: &matching)
        let given = matching.modules.indices.map { ($0, matching.modules[$0].given) }
        return Dictionary(uniqueKeysWithValues: given.filter { !$1.isEmpty })
    }

    /// Finds out which options variables and arguments speak of.
    struct Matching {
        /// The place of a module that a name may speak of, and the rest of the name.
        typealias Candidate = (value: Int, rest: Substring)
        typealias Fitting = (place: Int, option: OptionNames.Option)

        var modules: [AddressedModule]
        let services: KubernetesServices

        /// Takes a statement as the option that it fits, or refuses it; the longest module name comes last.
        mutating func settle(
            _ statement: Statement,
            _ candidates: [Candidate],
            _ fitting: [Fitting]
        ) {
            guard let longest = candidates.last else { return }
            let owner = fitting.first?.place ?? longest.value
            guard modules[owner].target.isEnabled else { return }
            if let service = services.service(of: statement, fits: !fitting.isEmpty) {
                modules[owner].injected[service, default: []].append(statement)
                return
            }
            switch fitting.count {
            case 0: modules[owner].refuse(statement, String(longest.rest))
            case 1: modules[owner].take(statement, fitting[0].option)
            default:
                let options = fitting.map { modules[$0.place].shown($0.option) }.joined(separator: ", ")
                let text = "This \(statement.kind) fits several options: \(options)."
                let way = statement.isArgument ? "." : ", or give it as an argument."
                modules[owner].report(statement, text, "Rename one of them\(way)")
            }
        }
    }
}

/// A module that variables or arguments speak of.
struct AddressedModule {
    typealias Statement = OutsideOptions.Statement

    let target: OptionsTarget
    private(set) lazy var names = OptionNames(target)
    /// The names that no known option has.
    var openNames: [OpenNames.Name] = []
    /// What came of decoding the type with these.
    private var decoded: ConfigurationRecord?
    var given = GivenOptions()
    /// The variables of services that Kubernetes has made, by the services' names.
    var injected: [String: [Statement]] = [:]

    init(_ target: OptionsTarget) { self.target = target }

    /// The known options of a name; none of a module that takes no part.
    mutating func known(_ name: String, _ isArgument: Bool) -> [OptionNames.Option] {
        target.isEnabled ? names.options(name, isArgument: isArgument) : []
    }

    /// Lets the type say which of the names that no known option has are options.
    mutating func decodeOpenNames() {
        guard target.isEnabled, let type = target.type, !openNames.isEmpty else { return }
        let options = given.merged(into: target.options)
        func record<T: Decodable>(_ type: T.Type) -> ConfigurationRecord {
            ConfigurationSearch(type, in: options, NullKeys(), OpenNames(openNames)).record
        }
        decoded = record(type)
    }

    /// The options that an open name turned out to be, in a fixed order.
    func opened(_ name: Int) -> [OptionNames.Option] {
        guard let decoded, let names = decoded.openNames, let paths = names.found[name] else { return [] }
        return paths.sorted { "\($0)" < "\($1)" }.map { path in
            let isHidden = decoded.secrets.covers(ConfigurationKeyPath(path.components.dropLast()))
            return OptionNames.Option(path: path, form: names.form(of: path), isHidden: isHidden)
        }
    }

    /// Warns of the variables that Kubernetes has made, once for each service.
    mutating func warn() {
        for (_, statements) in injected.sorted(by: { $0.key < $1.key }) {
            given.problems.append(KubernetesServices.warning(statements, target.name))
        }
    }

    /// An option for a person; hidden where it is a part of a secret.
    func shown(_ option: OptionNames.Option) -> String {
        "\(option.isHidden ? hiddenText : "\(option.path)") of \(target.name)"
    }

    /// Takes what a statement says about an option.
    mutating func take(_ statement: Statement, _ option: OptionNames.Option) {
        let name = "option \(shown(option))"
        if statement.isRepeated {
            let remedy = "Remove all but one of the arguments."
            return report(statement, "The \(name) is given more than once.", remedy)
        }
        guard let form = option.form else { return refuse(statement, closed: option) }
        guard let value = statement.text.map(form.value(of:)) ?? form.flag else {
            return report(statement, "The \(name) is given without a value.", "Write \(statement.name)=…")
        }
        // What is no UTF-8 has this scalar in its place by now.
        if statement.text?.unicodeScalars.contains("\u{FFFD}") == true {
            return report(statement, "The value of the \(name) is no valid UTF-8.", "Write it in UTF-8.")
        }
        given.options.append(.init(option.path, value, at: statement.origin))
    }

    /// Reports what fits no option; its value is not shown.
    mutating func refuse(_ statement: Statement, _ rest: String) {
        // A type that did not come to its end may have asked for it later.
        let knowsAll = decoded?.isComplete != false || target.type is any ModuleOptions.Type
        guard knowsAll, hasRoom else { return }
        guard let type = target.type else {
            let text = "\(target.name) takes nothing from outside: it states no Options."
            let remedy = "Nest them in it: struct Options: ModuleOptions { … }; or take the \(statement.kind) away."
            return report(statement, text, remedy, isUnknown: true)
        }
        let isArgument = statement.isArgument
        if let closed = names.closed(rest, isArgument: isArgument) { return refuse(statement, closed: closed) }
        let known = names.shownNames(isArgument)
        let stem = String(statement.name.dropLast(rest.count))
        let remedy: String
        if let near = nearestName(to: rest, among: known) {
            remedy = "Did you mean \(stem)\(near)?"
        } else if !known.isEmpty {
            let shown = known.prefix(20).map { stem + $0 }.joined(separator: ", ")
            remedy = "There are \(shown)\(known.count > 20 ? ", …" : "")."
        } else if type is any ModuleOptions.Type {
            remedy = "None of its options can be given as a text. \(Self.elsewhere)"
        } else {
            remedy = "Correct the name; which there are is known of a type that conforms to ModuleOptions."
        }
        report(statement, "This \(statement.kind) fits no option of \(target.name).", remedy, isUnknown: true)
    }

    /// Reports what has the name of an option that holds others.
    private mutating func refuse(_ statement: Statement, closed option: OptionNames.Option) {
        let stem = statement.prefix.map(target.stem) ?? target.argumentStem
        let inside = names.shownNames(statement.isArgument).lazy.map { stem + $0 }.first { name in
            name.utf8.starts(with: "\(statement.name)\(statement.isArgument ? "." : "_")".utf8)
        }
        let remedy = inside.map { "Give what is inside it, as in \($0)=…" } ?? Self.elsewhere
        report(statement, "The option \(shown(option)) cannot be given as a text.", remedy, isUnknown: true)
    }

    /// Adds a problem; after many, only that there are further ones.
    mutating func report(_ statement: Statement, _ text: String, _ remedy: String, isUnknown: Bool = false) {
        guard hasRoom else { return }
        let unknown: HiveErrorCode = statement.isArgument ? .unknownArgument : .unknownKey
        let code = isUnknown ? unknown : .invalidValue
        if given.problems.count < Self.problemLimit {
            given.problems.append(Problem(.error, code, at: statement.origin, text, remedy: remedy))
        } else {
            let text = "Further variables or arguments do not fit the options of \(target.name) either."
            given.problems.append(Problem(.error, code, at: nil, text, remedy: "Correct those that are shown first."))
        }
    }

    /// Whether a further problem is told; asked before it is found out what was meant, which takes time.
    private var hasRoom: Bool { given.problems.count <= Self.problemLimit }

    /// How many problems of a module are described: they come from outside, and each is compared with every option
    /// (C61).
    private static var problemLimit: Int { 100 }

    private static var elsewhere: String { "Say it in the configuration's files or in code." }
}
