// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Hive {
    /// Makes a hive from the link-time records of the program, which does nothing until it is started.
    ///
    /// ```swift
    /// let hive = Hive(.linked())
    /// try await hive.start()
    /// ```
    ///
    /// What code or property lists say about the same module or service wins, key by key (C17).
    ///
    /// - Parameters:
    ///   - records: The records, usually ``HiveRecords/linked(image:)``.
    ///   - options: What the hive is made with.
    /// - Complexity: O(records).
    public convenience init(_ records: HiveRecords, options: HiveOptions = HiveOptions()) {
        self.init(options)
        modules.add(records)
    }
}
