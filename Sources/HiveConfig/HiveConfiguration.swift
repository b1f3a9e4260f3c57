// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePropertyList

/// What property lists say: a checked value, before there is a hive.
///
/// Reading never throws, and nothing is half-applied: what is wrong is in ``problems``, all of it at once (C43), and a
/// hive refuses a configuration with errors.
public struct HiveConfiguration: Sendable {
    /// The modules, file by file in file order; entries that name no module are left out.
    package let modules: [ModuleDeclaration]
    /// The services, merged over the files; entries that cannot work are left out.
    package let services: [ServiceDeclaration]
    /// The `values` of all files, the later ones winning key by key.
    public let values: ConfigurationValue
    /// The application's name, from the last file that says one.
    public let applicationName: String?
    /// The application's key, from the last file that says one.
    public let applicationKey: String?
    /// Where the application runs: as whoever read the files stated, or else from the last file that says so.
    public let environment: HiveEnvironment?
    /// How each name in the property lists was found: in the catalogue, in a link-time record, or only at run time.
    public let resolutions: [NameResolution]
    /// What link-time records register, beside the property lists.
    public let records: HiveRecords
    /// Everything wrong and everything doubtful, file by file in file order.
    public let problems: [Problem]

    /// The `values` of each file, the weakest first, so that errors can name the file.
    let layers: [ConfigurationValues.Layer]
    /// The hive's timeouts, key by key from the last file that states each.
    private let timeouts: [String: Duration]
    /// What happens when a module fails that does not say so, from the last file that says it.
    private let onFailure: FailurePolicy?
    let unresolved: Unresolved
    /// Where each part was read.
    let sources: [(subject: ConfigurationResolver.Subject, cursor: PropertyListCursor)]
    /// Finds the types that files name.
    private let types: TypeResolver
    /// Where the files are, and which overlays were read.
    private let place: ConfigurationLook.Place
    /// Out of the sight of `dump` and mirrors, because files that the program holds may have secrets.
    private let store: Secret<PropertyListStore>
    /// How the files looked before they were read; nil for what was built into the program.
    let look: ConfigurationLook?
    /// The files in the order in which they were read, the weakest first.
    package let files: [String]
    /// The environments that the files name, for themselves or for some of their modules.
    private let namedEnvironments: Set<HiveEnvironment>
    /// Which overlays were read; nil for a list of files, which has none.
    let overlays: OverlaysRead?

    /// Reads the property lists of a folder: the two base files, the overlays of an environment, and drop-ins.
    ///
    /// Of these files the later win over the earlier, key by key (C17):
    ///
    /// 1. `modules.plist`, then `modules.production.plist` if it exists and the environment is `production`;
    /// 2. `services.plist`, then `services.production.plist` likewise;
    /// 3. `Hive.d/*.plist`, in the order of the bytes of their names. A dictionary has the form of `modules.plist` and
    ///    may hold the key `services` as well, with an array in the form of `services.plist`; an array is one of
    ///    services. Hidden files do not count, nor files that end otherwise, such as an editor's `x.plist~`.
    ///
    /// The base files must exist: an absent one is an error, never an empty configuration (C44). An application without
    /// services in property lists uses the other initializer, or has a file with an empty array.
    ///
    /// - Parameters:
    ///   - folder: The folder's path; a relative one starts at the current directory.
    ///   - environment: Where the application runs; nil for what `modules.plist` says, and without that no overlay
    ///     counts.
    ///   - catalogue: Types that are found first.
    ///   - records: What link-time records register: their types are found next, and take part like those of the files.
    ///   - defaultModules: Swift modules in which a name without one is looked for.
    /// - Complexity: O(size of the files), apart from looking up types that are not in the catalogue.
    public init(
        contentsOf folder: String,
        environment: HiveEnvironment? = nil,
        catalogue: HiveCatalogue = HiveCatalogue(),
        records: HiveRecords = HiveRecords(),
        defaultModules: [String] = []
    ) {
        let overlays = OverlayChoice(environment)
        let resolver = TypeResolver(catalogue, records: records, defaultModules: defaultModules)
        self.init(at: .folder(folder, overlays), resolver)
    }

    /// Reads the property lists of a folder for a hive, with the overlays of the environment that its options state.
    ///
    /// ```swift
    /// let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    /// let configuration = HiveConfiguration(contentsOf: "Config", options: options)
    /// let hive = try Hive(configuration, options: options)
    /// ```
    ///
    /// Otherwise as ``init(contentsOf:environment:catalogue:records:defaultModules:)``.
    ///
    /// - Parameters:
    ///   - folder: The folder's path; a relative one starts at the current directory.
    ///   - catalogue: Types that are found first.
    ///   - records: What link-time records register: their types are found next, and take part like those of the files.
    ///   - defaultModules: Swift modules in which a name without one is looked for.
    ///   - options: What the hive will be made with; where its context states no environment, `modules.plist` may.
    /// - Complexity: O(size of the files), apart from looking up types that are not in the catalogue.
    public init(
        contentsOf folder: String,
        catalogue: HiveCatalogue = HiveCatalogue(),
        records: HiveRecords = HiveRecords(),
        defaultModules: [String] = [],
        options: HiveOptions
    ) {
        let resolver = TypeResolver(catalogue, records: records, defaultModules: defaultModules)
        self.init(at: .folder(folder, OverlayChoice(options.context)), resolver)
    }

    /// Reads property lists, of which the later win over the earlier, key by key.
    ///
    /// Each file may say something else about the same module or service. The arrays may be empty; every file in them
    /// must exist.
    ///
    /// - Parameters:
    ///   - modules: The paths of files in the form of `modules.plist`.
    ///   - services: The paths of files in the form of `services.plist`.
    ///   - catalogue: Types that are found first.
    ///   - records: What link-time records register: their types are found next, and take part like those of the files.
    ///   - defaultModules: Swift modules in which a name without one is looked for.
    /// - Complexity: O(size of the files), apart from looking up types that are not in the catalogue.
    public init(
        modules: [String],
        services: [String],
        catalogue: HiveCatalogue = HiveCatalogue(),
        records: HiveRecords = HiveRecords(),
        defaultModules: [String] = []
    ) {
        let resolver = TypeResolver(catalogue, records: records, defaultModules: defaultModules)
        self.init(at: .files(modules: modules, services: services), resolver)
    }

    /// Reads what is at a place, or what the program holds in its place, after a look at it.
    init(
        at place: ConfigurationLook.Place,
        _ types: TypeResolver,
        _ store: PropertyListStore = .disk,
        after last: ConfigurationLook? = nil
    ) {
        // What was built in is the same each time.
        let before = store.isDisk ? ConfigurationLook(at: place, after: last) : nil
        let stated = StatedConfiguration(place, store: store)
        look = before?.counting(stated.overlays?.environment)
        (self.place, self.store, self.types) = (look?.place ?? place, Secret(store), types)
        records = types.linked
        var resolver = ConfigurationResolver(types)
        var wrong = resolver.resolve(stated)
        let linked = resolver.linked()
        (modules, services) = (linked.modules, linked.services)
        wrong += linked.problems
        resolutions = resolver.search.resolutions
        unresolved = resolver.unresolved
        sources = resolver.sources
        let applications = stated.files.compactMap(\.application)
        let trees = applications.compactMap { stated in stated.values.map { (stated.cursor.fileName, $0) } }
        values = trees.reduce(into: .dictionary([:])) { $0.merge($1.1) }
        layers = trees.map { .tree($0.1, origin: $0.0) }
        // Of what several files say, the last one counts.
        applicationName = applications.compactMap(\.name).last
        applicationKey = applications.compactMap(\.key).last
        environment = place.overlays?.stated ?? applications.compactMap(\.environment).last?.value
        namedEnvironments = Set(applications.compactMap(\.environment?.value)).union(
            modules.flatMap { $0.environments ?? [] }
        )
        timeouts = applications.reduce(into: [:]) { $0.merge($1.timeouts) { _, later in later } }
        let failure = applications.compactMap(\.onFailure).last
        let policy = failure.flatMap { FailurePolicy($0.policy) }
        let mistakes = policy?.problems(of: nil, at: failure?.origin) ?? []
        wrong += mistakes
        onFailure = mistakes.isEmpty ? policy : nil
        let found = wrong + services.compactMap(\.problem) + resolver.search.problems
        // While something is wrong, what is doubtful about names that are right only hides it.
        problems = found.errors.isEmpty ? found + resolutions.warnings : found
        files = stated.files.map(\.path)
        overlays = stated.overlays
    }

    /// Reads the same files again, for ``Hive/reload(_:)``.
    ///
    /// Of a folder, the drop-ins are those that are there by then; the overlays are those of the environment for which
    /// they were chosen first, because a hive's environment never changes.
    ///
    /// - Complexity: That of reading the files.
    public func readAgain() -> HiveConfiguration { readAgain(after: look) }

    /// Reads the same files again, after a look at them, and looks once more before.
    func readAgain(after last: ConfigurationLook?) -> HiveConfiguration {
        HiveConfiguration(at: place, types, store.value, after: last)
    }

    /// Reads a folder with the same types and for the same environment, as if it stood in the place of these files.
    package func reading(_ folder: String) -> HiveConfiguration {
        HiveConfiguration(at: .folder(folder, .fixed(overlays?.environment)), types)
    }

    /// Warns of an environment that no file mentions: nearly always a name that is misspelt (C55).
    ///
    /// Files that know none at all say nothing about it. Nor is it strange that none knows the one that a hive takes
    /// when nobody says otherwise.
    func environmentProblem(in context: HiveContext) -> Problem? {
        let known = namedEnvironments.union(overlays?.known ?? [])
        if context.statedEnvironment == nil, let problem = context.shortenedEnvironment(among: known) { return problem }
        guard let stated = context.statedEnvironment ?? environment, stated.fault == nil, !known.isEmpty else {
            return nil
        }
        guard stated != .development, !known.contains(stated) else { return nil }
        let names = known.map(\.name).sorted()
        let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
        let source = context.statedEnvironment == nil ? "" : " (\(context.environmentSource))"
        let text = "No file mentions the environment \(stated.name.quoted(limit: 80))\(source); they mention \(shown)."
        let near =
            nearestName(to: stated.name, among: names)
            ?? names.first { $0.begins(with: stated.name) || stated.name.begins(with: $0) }
        // Where a file misspells an environment that many have, that has been said.
        if Vocabulary.environments.contains(stated.name), near != nil { return nil }
        let ending = files.first.map { FileName($0).isJSON } == true ? ".json" : ".plist"
        let ways = "add modules.\(stated)\(ending), or add \(stated) to the \"environments\" of a module"
        let remedy = near.map { "Did you mean \($0.quoted)?" } ?? "Correct it, \(ways)."
        return Problem(.warning, .invalidValue, at: nil, text, remedy: remedy)
    }

    /// Returns options with what the property lists add to them.
    ///
    /// What the options state themselves wins: the context's name, key, environment, values, each timeout, and the
    /// failure policy. The property lists' `values` lie below the context's layers, one layer a file.
    public func completing(_ options: HiveOptions) -> HiveOptions {
        var result = options
        result.context = options.context.completed(
            name: applicationName,
            key: applicationKey,
            environment: environment,
            values: layers
        )
        result.timeouts = options.timeouts.completed(with: timeouts)
        result.onFailure = options.onFailure ?? onFailure
        return result
    }
}
