// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension OutsideOptions {
    /// Finds out what is said about each of some modules.
    ///
    /// What a type asks for may depend on what it was given, so the search goes on as long as it finds more.
    ///
    /// - Returns: What was found, by the places of the modules.
    /// - Complexity: O(statements × length of the longest module name²), and a survey of each type that is spoken of.
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
        var given: [Int: GivenOptions] = [:]
        var count = 0
        for round in 0... {
            var matching = Matching(targets, given, services)
            for question in questions { matching.answer(question) }
            matching.warn()
            given = matching.given
            let found = given.values.reduce(0) { $0 + $1.options.count }
            // Only what was not found may be found when more is known.
            guard matching.hasOpenQuestions, found > count, round < Self.maximumRounds else { break }
            count = found
        }
        return given.merging(near) { given, near in
            GivenOptions(options: given.options, problems: given.problems + near.problems)
        }
    }

    /// How often a type is asked anew what it reads, after it was given more.
    private static var maximumRounds: Int { 8 }

    /// A statement, and the modules that it may speak of.
    struct Candidates {
        let statement: Statement
        /// Places of modules, each with the rest of the name; the longest module name last.
        let candidates: [(place: Int, rest: Substring)]
    }
}

/// One round of finding out which options variables and arguments speak of.
private struct Matching {
    private let targets: [OptionsTarget]
    private let before: [Int: GivenOptions]
    private let services: KubernetesServices
    private var names: [Int: OptionNames] = [:]
    private(set) var given: [Int: GivenOptions] = [:]
    /// The variables of services that Kubernetes has made, by the modules' places and the services' names.
    private var injected: [Int: [String: [OutsideOptions.Statement]]] = [:]
    /// Whether something was left over that may fit when types are asked anew.
    private(set) var hasOpenQuestions = false

    init(_ targets: [OptionsTarget], _ before: [Int: GivenOptions], _ services: KubernetesServices) {
        self.targets = targets
        self.before = before
        self.services = services
    }

    mutating func answer(_ question: OutsideOptions.Candidates) {
        let statement = question.statement
        var fitting: [(place: Int, path: ConfigurationKeyPath)] = []
        for (place, rest) in question.candidates where targets[place].isEnabled {
            for path in names(of: place).paths(String(rest), isArgument: statement.isArgument) {
                fitting.append((place, path))
            }
        }
        guard let (longest, rest) = question.candidates.last else { return }
        let owner = fitting.first?.place ?? longest
        guard targets[owner].isEnabled else { return }
        if let service = services.service(of: statement, fits: !fitting.isEmpty) {
            injected[owner, default: [:]][service, default: []].append(statement)
            return
        }
        switch fitting.count {
        case 0:
            hasOpenQuestions = true
            if hasRoom(owner) { report(owner, misfit(statement, owner, String(rest))) }
        case 1:
            take(statement, fitting[0].path, owner)
        default:
            let options = fitting.map { "\(names(of: $0.place).shown($0.path)) of \(targets[$0.place].name)" }
            let text = "This \(statement.kind) fits several options: \(options.joined(separator: ", "))."
            let remedy = statement.isArgument ? "Rename one of them." : "Rename one of them, or give it as an argument."
            report(owner, Problem(.error, .invalidValue, at: statement.origin, text, remedy: remedy))
        }
    }

    /// Warns of the variables that Kubernetes has made, once for each service.
    mutating func warn() {
        for (place, services) in injected {
            for (_, statements) in services.sorted(by: { $0.key < $1.key }) {
                let warning = KubernetesServices.warning(statements, targets[place].name)
                given[place, default: GivenOptions()].problems.append(warning)
            }
        }
    }

    private mutating func take(_ statement: OutsideOptions.Statement, _ path: ConfigurationKeyPath, _ owner: Int) {
        let option = "option \(names(of: owner).shown(path)) of \(targets[owner].name)"
        func wrong(_ text: String, _ remedy: String) -> Problem {
            Problem(.error, .invalidValue, at: statement.origin, text, remedy: remedy)
        }
        if statement.isRepeated {
            return report(
                owner,
                wrong("The \(option) is given more than once.", "Remove all but one of the arguments.")
            )
        }
        guard let form = names(of: owner).survey?.form(of: path) else { return }
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
        let target = targets[place]
        let options = before[place]?.merged(into: target.options) ?? target.options
        let new = OptionNames(target.type, options)
        names[place] = new
        return new
    }

    /// The error about a variable or an argument that fits nothing; its value is not in it.
    private mutating func misfit(_ statement: OutsideOptions.Statement, _ place: Int, _ rest: String) -> Problem {
        let (target, names) = (targets[place], names(of: place))
        let stem = String(statement.name.dropLast(rest.count))
        func problem(_ text: String, _ remedy: String) -> Problem {
            let code: HiveErrorCode = statement.isArgument ? .unknownArgument : .unknownKey
            return Problem(.error, code, at: statement.origin, text, remedy: remedy)
        }
        guard names.survey != nil else {
            let text = "\(target.name) takes nothing from outside: it states no optionsType."
            let remedy = """
                State it, with its type: static let optionsType: (any (Decodable & Sendable).Type)? = Options.self; or \
                take the \(statement.kind) away.
                """
            return problem(text, remedy)
        }
        if let path = names.closed(rest, isArgument: statement.isArgument) {
            let text = "The option \(names.shown(path)) of \(target.name) cannot be given as a text."
            let inside = names.shownNames(statement.isArgument).first { name in
                name.utf8.starts(with: (rest + (statement.isArgument ? "." : "_")).utf8)
            }
            return problem(text, inside.map { "Give what is inside it, as in \(stem)\($0)=…" } ?? Self.elsewhere)
        }
        let known = names.shownNames(statement.isArgument)
        let text = "This \(statement.kind) fits no option of \(target.name)."
        if let near = nearestName(to: rest, among: known) { return problem(text, "Did you mean \(stem)\(near)?") }
        if known.isEmpty { return problem(text, "None of its options can be given as a text. \(Self.elsewhere)") }
        let shown = known.prefix(20).map { stem + $0 }.joined(separator: ", ")
        return problem(text, "There are \(shown)\(known.count > 20 ? ", …" : "").")
    }

    private static var elsewhere: String { "Say it in a property list or in code." }
}

/// The options of one type, by the names under which they are given from outside.
struct OptionNames {
    /// Nil where the module names no type.
    let survey: ConfigurationSurvey?
    private var variables: [String: [ConfigurationKeyPath]] = [:]
    private var arguments: [String: [ConfigurationKeyPath]] = [:]

    init(_ type: (any (Decodable & Sendable).Type)?, _ options: ConfigurationValue) {
        guard let type else {
            survey = nil
            return
        }
        let found = ConfigurationSurvey(type, from: options)
        survey = found
        for path in found.asked {
            guard let keys = path.keys else { continue }
            arguments[keys.joined(separator: "."), default: []].append(path)
            variables[keys.map(\.asVariable).joined(separator: "_"), default: []].append(path)
        }
    }

    /// The options of a name that can be given as texts, in a fixed order.
    func paths(_ name: String, isArgument: Bool) -> [ConfigurationKeyPath] {
        guard let survey, let paths = (isArgument ? arguments : variables).value(spelt: name) else { return [] }
        return paths.filter { survey.form(of: $0) != nil }.sorted { "\($0)" < "\($1)" }
    }

    /// What has a name and cannot be given as a text.
    func closed(_ name: String, isArgument: Bool) -> ConfigurationKeyPath? {
        (isArgument ? arguments : variables).value(spelt: name)?.first
    }

    /// The names that can be given, without those that are parts of a secret, in a fixed order.
    func shownNames(_ isArgument: Bool) -> [String] {
        guard let survey else { return [] }
        let names = (isArgument ? arguments : variables).filter { _, paths in
            paths.contains { survey.form(of: $0) != nil && !survey.hidden.contains($0) }
        }
        return names.keys.sorted()
    }

    /// An option for a person; hidden where it is a part of a secret.
    func shown(_ path: ConfigurationKeyPath) -> String {
        survey?.hidden.contains(path) == true ? hiddenText : "\(path)"
    }
}

extension ConfigurationKeyPath {
    /// The keys of a path without indices; nil for one with any.
    fileprivate var keys: [String]? {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { return nil }
            keys.append(key)
        }
        return keys
    }
}
