// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HivePropertyList

extension HiveConfiguration {
    /// Reads property lists that were built into the program.
    ///
    /// They are read like the files of a folder, overlays and drop-ins included, and problems name their files, lines
    /// and key paths.
    ///
    /// - Parameters:
    ///   - compiled: The property lists, usually `.compiled`.
    ///   - environment: Where the application runs; nil for what `modules.plist` says, and without that no overlay
    ///     counts.
    ///   - records: What link-time records register: their types take part like those of the files.
    /// - Complexity: O(size of the files).
    public init(
        _ compiled: CompiledConfiguration,
        environment: HiveEnvironment? = nil,
        records: HiveRecords = HiveRecords()
    ) {
        self.init(compiled, OverlayChoice(environment), records)
    }

    /// Reads property lists that were built into the program, for a hive with the same options.
    ///
    /// - Parameters:
    ///   - compiled: The property lists, usually `.compiled`.
    ///   - records: What link-time records register: their types take part like those of the files.
    ///   - options: What the hive will be made with; where its context states no environment, `modules.plist` may.
    /// - Complexity: O(size of the files).
    public init(_ compiled: CompiledConfiguration, records: HiveRecords = HiveRecords(), options: HiveOptions) {
        self.init(compiled, OverlayChoice(options.context), records)
    }

    private init(_ compiled: CompiledConfiguration, _ choice: OverlayChoice, _ records: HiveRecords) {
        let resolver = TypeResolver(compiled.catalogue, records: records, defaultModules: [])
        self.init(at: .folder(compiled.folder, choice), resolver, .memory(compiled.files.value))
    }
}

extension Hive {
    /// Makes a hive from property lists that were built into the program.
    ///
    /// ```swift
    /// let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    /// let hive = try Hive(.compiled, options: options)
    /// try await hive.start()
    /// ```
    ///
    /// The overlays are those of the environment that the context states, or else `modules.plist`.
    ///
    /// Modules can still be registered in code before the start; where both speak of one module, the property list wins
    /// key by key (C17). Each call reads the property lists anew and makes a hive of its own.
    ///
    /// - Parameters:
    ///   - compiled: The property lists, usually `.compiled`.
    ///   - records: What link-time records register, usually ``HiveRecords/linked(image:)``.
    ///   - options: What the hive is made with; what it states wins over the property lists.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and every problem (C43); no hive is made
    ///   then.
    /// - Complexity: O(size of the files).
    public convenience init(
        _ compiled: CompiledConfiguration,
        records: HiveRecords = HiveRecords(),
        options: HiveOptions = HiveOptions()
    ) throws {
        try self.init(HiveConfiguration(compiled, records: records, options: options), options: options)
    }
}
