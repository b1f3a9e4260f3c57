// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CHiveLinkage

/// What the link-time records of a program register: modules and services that no other code has to name.
///
/// ```swift
/// let hive = Hive(.linked())
/// ```
///
/// Reading records never throws; what is wrong with them is in ``problems``, and a hive that is given them reports it
/// in ``Hive/verify()`` and ``Hive/start()``.
public struct HiveRecords: Sendable {
    /// The modules, sorted by the qualified names of their types, so that the linker's order does not matter.
    package let modules: [ModuleDeclaration]
    /// The services, sorted by the qualified names of their types, then by their own names.
    package let services: [ServiceDeclaration]
    /// The records that cannot be read.
    public let problems: [Problem]

    /// No records.
    public init() {
        self.init(RecordCollector(), [])
    }

    /// Reads the records of a program or a shared library.
    ///
    /// The records of every target are found that is linked into the caller's image (the program or the shared library
    /// that the call stands in), also of one that no other target imports. Other images have records of their own: a
    /// shared library that is opened later registers its modules in code. Where the caller's records cannot be seen,
    /// because Hive is in another image than the caller, that is a problem with ``HiveErrorCode/invalidRecord``.
    ///
    /// Each call reads them anew, from any thread.
    ///
    /// - Parameter image: The image whose records are read; leave it out.
    /// - Returns: What the records register, and what is wrong with them.
    /// - Complexity: O(n log n).
    public static func linked(image: UnsafeRawPointer = #dsohandle) -> HiveRecords {
        var start: UnsafeRawPointer?
        var size = 0
        guard hive_linkage_section(image, &start, &size) else {
            let text =
                "The link-time records cannot be seen: Hive is linked into another image than the code that asks."
            let remedy = "Link Hive statically into the program, or register the modules in code."
            return HiveRecords(RecordCollector(), [Problem(.error, .invalidRecord, at: nil, text, remedy: remedy)])
        }
        return HiveRecords(reading: UnsafeRawBufferPointer(start: start, count: size))
    }

    /// Reads the bytes of a section.
    init(reading section: UnsafeRawBufferPointer) {
        let layout = (version: UInt32(1), size: UInt32(MemoryLayout<HiveRecord>.size))
        let header = 2 * MemoryLayout<UInt32>.size
        let collector = RecordCollector()
        var problems: [Problem] = []
        var offset = 0
        while offset < section.count {
            func refuse(_ what: String) {
                let text = "The link-time record at byte \(offset) of the section hive_records \(what)."
                let remedy = "Write it as (\(layout.version), \(layout.size), { … }), with the type HiveRecord."
                problems.append(Problem(.error, .invalidRecord, at: nil, text, remedy: remedy))
            }
            let rest = section.count - offset
            guard rest >= header else {
                refuse("is cut off")
                break
            }
            let version = section.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let size = section.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
            guard version == layout.version, size == layout.size else {
                refuse("has the version \(version) and the size \(size), which this Hive does not read")
                // A later version may be longer. After a record with an impossible size, the next one cannot be found.
                if size < header || Int(size) % MemoryLayout<HiveRecord>.alignment != 0 { break }
                offset += Int(size)
                continue
            }
            guard rest >= Int(size) else {
                refuse("is cut off")
                break
            }
            if section.loadUnaligned(fromByteOffset: offset + header, as: UInt.self) == 0 {
                refuse("has no function")
            } else {
                let place = UnsafeRawBufferPointer(rebasing: section[offset...])
                collector.collect(place.loadUnaligned(as: HiveRecord.self).register)
            }
            offset += Int(size)
        }
        self.init(collector, problems)
    }

    init(_ collector: RecordCollector, _ problems: [Problem]) {
        modules = collector.modules.inOrderOfNames
        services = collector.services.inOrderOfNames
        self.problems = problems
    }
}
