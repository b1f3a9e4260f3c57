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
    func given(to targets: [OptionsTarget]) -> [Int: GivenOptions] {
        var stems = NameStems<Int>()
        for (place, target) in targets.enumerated() {
            for prefix in prefixes { stems.insert(place, under: target.stem(prefix)) }
        }
        var argumentStems = NameStems<Int>()
        for (place, target) in targets.enumerated() { argumentStems.insert(place, under: target.argumentStem) }

        var strays: [Statement] = []
        let questions = statements.compactMap { statement -> Candidates? in
            let found =
                statement.isArgument
                ? argumentStems.find(in: statement.name, endingWith: UInt8(ascii: "."))
                : stems.find(in: statement.name, endingWith: UInt8(ascii: "_"))
            if !found.isEmpty { return Candidates(statement: statement, candidates: found.map { ($0.value, $0.rest) }) }
            if !statement.isArgument { strays.append(statement) }
            return nil
        }
        let services = KubernetesServices(statements)
        var near: [Int: GivenOptions] = [:]
        if !strays.isEmpty { warnOfVariables(strays, targets, services, in: &near) }
        if questions.isEmpty { return near }
        var matching = Matching(targets, services)
        matching.answer(questions)
        return matching.given.merging(near) { given, near in
            GivenOptions(options: given.options, problems: given.problems + near.problems)
        }
    }

    /// A statement, and the modules that it may speak of.
    struct Candidates {
        let statement: Statement
        /// Places of modules, each with the rest of the name; the longest module name last.
        let candidates: [(place: Int, rest: Substring)]
    }
}

/// Finds out which options variables and arguments speak of.
private struct Matching {
    private typealias Fitting = (place: Int, path: ConfigurationKeyPath)

    private let targets: [OptionsTarget]
    private let services: KubernetesServices
    private var names: [Int: OptionNames] = [:]
    /// What came of decoding types with the names that no known option has, by the places of modules.
    private var opened: [Int: OpenedOptions] = [:]
    private(set) var given: [Int: GivenOptions] = [:]
    /// The variables of services that Kubernetes has made, by the modules' places and the services' names.
    private var injected: [Int: [String: [OutsideOptions.Statement]]] = [:]

    init(_ targets: [OptionsTarget], _ services: KubernetesServices) {
        self.targets = targets
        self.services = services
    }

    mutating func answer(_ questions: [OutsideOptions.Candidates]) {
        var open: [(question: OutsideOptions.Candidates, place: Int)] = []
        var namesByModule: [Int: [OpenNames.Name]] = [:]
        for (number, question) in questions.enumerated() {
            let statement = question.statement
            var fitting: [Fitting] = []
            let candidates = question.candidates.filter { targets[$0.place].isEnabled }
            for (place, rest) in candidates {
                let paths = names(of: place).paths(String(rest), isArgument: statement.isArgument)
                fitting += paths.map { (place, $0) }
            }
            if !fitting.isEmpty {
                settle(question, fitting)
                continue
            }
            open.append((question, number))
            for (place, rest) in candidates where targets[place].type != nil {
                let text = statement.text ?? "true"
                let name = OpenNames.Name(place: number, rest: rest, text: text, isArgument: statement.isArgument)
                namesByModule[place, default: []].append(name)
            }
        }
        for (place, names) in namesByModule {
            guard let type = targets[place].type else { continue }
            let options = given[place]?.merged(into: targets[place].options) ?? targets[place].options
            opened[place] = OpenedOptions(type, options, names)
        }
        for (question, number) in open {
            var fitting: [Fitting] = []
            for (place, _) in question.candidates {
                fitting += opened[place]?.paths(of: number).map { (place, $0) } ?? []
            }
            settle(question, fitting)
        }
        warn()
    }

    private mutating func settle(_ question: OutsideOptions.Candidates, _ fitting: [Fitting]) {
        let statement = question.statement
        guard let (longest, rest) = question.candidates.last else { return }
        let owner = fitting.first?.place ?? longest
        guard targets[owner].isEnabled else { return }
        if let service = services.service(of: statement, fits: !fitting.isEmpty) {
            injected[owner, default: [:]][service, default: []].append(statement)
            return
        }
        switch fitting.count {
        case 0:
            // A type that did not come to its end may have asked for it later.
            guard opened[owner]?.knowsAll != false, hasRoom(owner) else { return }
            report(owner, misfit(statement, owner, String(rest)))
        case 1:
            take(statement, fitting[0].path, owner)
        default:
            let options = fitting.map { "\(shown($0.path, of: $0.place)) of \(targets[$0.place].name)" }
            let text = "This \(statement.kind) fits several options: \(options.joined(separator: ", "))."
            let remedy = statement.isArgument ? "Rename one of them." : "Rename one of them, or give it as an argument."
            report(owner, Problem(.error, .invalidValue, at: statement.origin, text, remedy: remedy))
        }
    }

    /// Warns of the variables that Kubernetes has made, once for each service.
    private mutating func warn() {
        for (place, services) in injected {
            for (_, statements) in services.sorted(by: { $0.key < $1.key }) {
                let warning = KubernetesServices.warning(statements, targets[place].name)
                given[place, default: GivenOptions()].problems.append(warning)
            }
        }
    }

    private mutating func take(_ statement: OutsideOptions.Statement, _ path: ConfigurationKeyPath, _ owner: Int) {
        let option = "option \(shown(path, of: owner)) of \(targets[owner].name)"
        func wrong(_ text: String, _ remedy: String) -> Problem {
            Problem(.error, .invalidValue, at: statement.origin, text, remedy: remedy)
        }
        if statement.isRepeated {
            return report(
                owner,
                wrong("The \(option) is given more than once.", "Remove all but one of the arguments.")
            )
        }
        guard let form = names(of: owner).form(of: path) ?? opened[owner]?.form(of: path) else {
            return report(owner, closed(statement, owner, path))
        }
        guard let text = statement.text else {
            guard let flag = form.flag else {
                return report(owner, wrong("The \(option) is given without a value.", "Write \(statement.name)=…"))
            }
            given[owner, default: GivenOptions()].options.append(.init(path, flag, at: statement.origin))
            return
        }
        // What is no UTF-8 has this scalar in its place by now.
        if text.unicodeScalars.contains("\u{FFFD}") {
            return report(owner, wrong("The value of the \(option) is no valid UTF-8.", "Write it in UTF-8."))
        }
        given[owner, default: GivenOptions()].options.append(.init(path, form.value(of: text), at: statement.origin))
    }

    /// Whether a further problem of a module is told; asked before it is found out what was meant, which takes time.
    private func hasRoom(_ place: Int) -> Bool { (given[place]?.problems.count ?? 0) <= Self.problemLimit }

    private mutating func report(_ place: Int, _ problem: Problem) {
        guard hasRoom(place) else { return }
        let known = given[place]?.problems.count ?? 0
        let last = Problem(
            .error,
            problem.code,
            at: nil,
            "Further variables or arguments do not fit the options of \(targets[place].name) either.",
            remedy: "Correct those that are shown first."
        )
        given[place, default: GivenOptions()].problems.append(known == Self.problemLimit ? last : problem)
    }

    /// How many problems of a module are described: they come from outside, and each is compared with every option
    /// (C61).
    private static var problemLimit: Int { 100 }

    private mutating func names(of place: Int) -> OptionNames {
        if let known = names[place] { return known }
        let new = OptionNames(targets[place].type, targets[place].options)
        names[place] = new
        return new
    }

    /// An option for a person; hidden where it is a part of a secret.
    private mutating func shown(_ path: ConfigurationKeyPath, of place: Int) -> String {
        names(of: place).hides(path) || opened[place]?.hides(path) == true ? hiddenText : "\(path)"
    }

    /// The error about a variable or an argument that fits nothing; its value is not in it.
    private mutating func misfit(_ statement: OutsideOptions.Statement, _ place: Int, _ rest: String) -> Problem {
        let (target, names) = (targets[place], names(of: place))
        let stem = String(statement.name.dropLast(rest.count))
        guard let type = target.type else {
            let text = "\(target.name) takes nothing from outside: it states no optionsType."
            let remedy = """
                State it, with its type: static let optionsType: (any (Decodable & Sendable).Type)? = Options.self; or \
                take the \(statement.kind) away.
                """
            return misfit(statement, text, remedy)
        }
        if let path = names.closed(rest, isArgument: statement.isArgument) { return closed(statement, place, path) }
        let known = names.shownNames(statement.isArgument)
        let text = "This \(statement.kind) fits no option of \(target.name)."
        if let near = nearestName(to: rest, among: known) {
            return misfit(statement, text, "Did you mean \(stem)\(near)?")
        }
        if known.isEmpty {
            let remedy =
                type is any ModuleOptions.Type
                ? "None of its options can be given as a text. \(Self.elsewhere)"
                : "Correct the name; which there are is known of a type that conforms to ModuleOptions."
            return misfit(statement, text, remedy)
        }
        let shown = known.prefix(20).map { stem + $0 }.joined(separator: ", ")
        return misfit(statement, text, "There are \(shown)\(known.count > 20 ? ", …" : "").")
    }

    /// The error about what has the name of an option that holds others.
    private mutating func closed(
        _ statement: OutsideOptions.Statement,
        _ place: Int,
        _ path: ConfigurationKeyPath
    ) -> Problem {
        let text = "The option \(shown(path, of: place)) of \(targets[place].name) cannot be given as a text."
        let stem = statement.prefix.map(targets[place].stem) ?? targets[place].argumentStem
        let inside = names(of: place).shownNames(statement.isArgument).lazy.map { stem + $0 }.first { name in
            name.utf8.starts(with: "\(statement.name)\(statement.isArgument ? "." : "_")".utf8)
        }
        return misfit(statement, text, inside.map { "Give what is inside it, as in \($0)=…" } ?? Self.elsewhere)
    }

    private func misfit(_ statement: OutsideOptions.Statement, _ text: String, _ remedy: String) -> Problem {
        let code: HiveErrorCode = statement.isArgument ? .unknownArgument : .unknownKey
        return Problem(.error, code, at: statement.origin, text, remedy: remedy)
    }

    private static var elsewhere: String { "Say it in a property list or in code." }
}

/// What came of decoding a type with names that no known option has.
private struct OpenedOptions {
    private let names: OpenNames
    private let secrets: Set<ConfigurationKeyPath>
    /// Whether the type would have asked for what is an option: it came to its end, or has said before what there is.
    let knowsAll: Bool

    init<T: Decodable>(_ type: T.Type, _ options: ConfigurationValue, _ names: [OpenNames.Name]) {
        self.names = OpenNames(names)
        let search = ConfigurationSearch(type, in: options, NullKeys(), self.names)
        secrets = search.secrets
        knowsAll = search.isComplete || type is any ModuleOptions.Type
    }

    /// The options that a name turned out to be, in a fixed order.
    func paths(of name: Int) -> [ConfigurationKeyPath] { names.found[name]?.sorted { "\($0)" < "\($1)" } ?? [] }

    func form(of path: ConfigurationKeyPath) -> OptionForm? { names.form(of: path) }

    /// Whether an option is inside a secret.
    func hides(_ path: ConfigurationKeyPath) -> Bool {
        secrets.covers(ConfigurationKeyPath(path.components.dropLast()))
    }
}
