// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePropertyList

extension Hive {
    /// Reads the property lists of a folder, and makes a hive from them.
    ///
    /// They are `modules.plist`, `services.plist`, the overlays of the environment that the context states or else
    /// `modules.plist`, and the drop-ins in `Hive.d`;
    /// ``HiveConfiguration/init(contentsOf:environment:catalogue:records:defaultModules:)`` says in which order.
    ///
    /// ```swift
    /// let hive = try Hive(contentsOf: "Config", defaultModules: ["Shop"])
    /// try await hive.start()
    /// ```
    ///
    /// Modules can still be registered in code before the start; where both speak of one module, the property list wins
    /// key by key (C17).
    ///
    /// - Parameters:
    ///   - folder: The folder's path; a relative one starts at the current directory.
    ///   - catalogue: Types that are found first.
    ///   - records: What link-time records register, usually ``HiveRecords/linked(image:)``.
    ///   - defaultModules: Swift modules in which a name without one is looked for.
    ///   - options: What the hive is made with; what it states wins over the property lists.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem (C43), also when root is
    ///   to watch files that others may change (C66); no hive is made then.
    /// - Complexity: O(size of the files), apart from looking up types that are not in the catalogue.
    public convenience init(
        contentsOf folder: String,
        catalogue: HiveCatalogue = HiveCatalogue(),
        records: HiveRecords = HiveRecords(),
        defaultModules: [String] = [],
        options: HiveOptions = HiveOptions()
    ) throws {
        try self.init(
            HiveConfiguration(
                contentsOf: folder,
                catalogue: catalogue,
                records: records,
                defaultModules: defaultModules,
                options: options
            ),
            options: options
        )
    }

    /// Makes a hive from a configuration that was read before.
    ///
    /// One configuration can make any number of hives, each of which remembers how to read it again. Problems of the
    /// module graph alone, such as a dependency on a module that nobody has registered yet, are left to
    /// ``Hive/verify()`` and ``Hive/start()``; warnings are there too. Overlays that were read for another environment
    /// than the hive's are an error.
    ///
    /// - Parameters:
    ///   - configuration: What property lists say.
    ///   - options: What the hive is made with; what it states wins over the property lists.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem, those of the module graph
    ///   included, when the configuration has errors.
    /// - Complexity: O(modules + services).
    public convenience init(_ configuration: HiveConfiguration, options: HiveOptions = HiveOptions()) throws {
        let completed = configuration.completing(options)
        try configuration.check(completed)
        self.init(completed)
        modules.remember(configuration.problems)
        if let problem = configuration.environmentProblem(in: options.context) { modules.remember([problem]) }
        try modules.register(configuration.records)
        try modules.register(configuration.modules, services: configuration.services)
        remember(ConfigurationSource(configuration))
    }
}

extension HiveConfiguration {
    /// Throws everything that is wrong, if the configuration itself is.
    func check(_ options: HiveOptions, _ consequence: String = "") throws {
        var found = problems + [overlays?.problem(in: options.context)].compactMap(\.self)
        // Who looks by itself whether files have changed also looks at who may change them.
        if options.watchesConfiguration { found += look?.problems ?? [] }
        guard !found.errors.isEmpty else { return }
        let all = inFileOrder(found + graphProblems(options).filter { !found.contains($0) })
        let things = all.errors.count.counted("thing is", "things are")
        let text = "The configuration cannot be used\(consequence): \(things) wrong with it."
        throw HiveError(.invalidConfiguration, text, problems: all)
    }

    /// Sorts problems by file, in the order in which the files were read, and by line.
    private func inFileOrder(_ problems: [Problem]) -> [Problem] {
        var files: [FileName: Int] = [:]
        for (position, file) in self.files.enumerated() { files[FileName(file)] = position }
        func place(of problem: Problem) -> (file: Int, line: Int) {
            let file = problem.origin.flatMap { files[FileName($0.file)] } ?? files.count
            return (file, problem.origin?.line ?? 0)
        }
        return problems.sorted { place(of: $0) < place(of: $1) }
    }
}
