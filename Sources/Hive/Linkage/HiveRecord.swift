// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import CHiveLinkage

/// One line beside a module or a service by which a hive finds it without a registration.
///
/// The linker puts the record into the program, also when no code names the type, and nothing runs before `main`. A
/// hive reads the records of its program when it is made with ``HiveRecords/linked(image:)``:
///
/// ```swift
/// final class StockModule: HiveModule {
///     static let manifest = ModuleManifest()
///     @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(StockModule.self) })
/// }
///
/// @section("hive_records") @used private let fixedRates: HiveRecord = (
///     1, 16, { $0.service((any RateService).self, FixedRates.self, name: "fixed") { $0 } }
/// )
/// ```
///
/// The numbers are the version of this layout and its size in bytes; a record with others is refused with an error that
/// says so, never read. The name of the section is `hive_records` where programs are ELF files, as on Linux, and
/// `__DATA,hive_records` on Apple's systems; `#if objectFormat(ELF)` tells them apart. A record in a section of another
/// name compiles, but is never found.
public typealias HiveRecord = (
    version: UInt32, size: UInt32, register: @convention(c) (_ reader: HiveRecordReader) -> Void
)

extension HiveRecordReader {
    /// Names the module that a record registers.
    ///
    /// - Parameters:
    ///   - type: The module's type.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    public func module<Module: HiveModule>(_ type: Module.Type, fileID: String = #fileID, line: Int = #line) {
        RecordCollector.of(self).modules.append(ModuleDeclaration(type, at: .record(fileID, line: line)))
    }

    /// Names the service that a record registers: a class that Hive makes, as from a property list.
    ///
    /// The last argument is always `{ $0 }`: it converts the implementation to the service's type, so that the compiler
    /// refuses an implementation that does not conform.
    ///
    /// - Parameters:
    ///   - type: The type under which the service is looked up, usually `(any Protocol).self`.
    ///   - implementation: The class that Hive makes.
    ///   - name: A name, where a type has several implementations.
    ///   - scope: Whether everybody shares one instance, which is the default, or each lookup makes one.
    ///   - ranking: The place among the implementations.
    ///   - module: The module that the service belongs to; nil for the hive.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - conversion: Converts the implementation to the service's type; it never runs.
    public func service<Service: Sendable, Implementation: ServiceImplementation>(
        _ type: Service.Type,
        _ implementation: Implementation.Type,
        name: String? = nil,
        scope: ServiceScope? = nil,
        ranking: Int? = nil,
        module: (any HiveModule.Type)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        conversion: (Implementation) -> Service
    ) {
        let origin = Origin.record(fileID, line: line)
        var declaration = ServiceDeclaration(type, implementation: implementation, at: origin)
        declaration.name = name
        declaration.scope = scope
        declaration.ranking = ranking
        declaration.module = module.map { _typeName($0) }
        RecordCollector.of(self).services.append(declaration)
    }
}

/// What the records of one program register.
final class RecordCollector {
    var modules: [ModuleDeclaration] = []
    var services: [ServiceDeclaration] = []

    /// Calls a record's function, which is over when this returns.
    func collect(_ register: @convention(c) (HiveRecordReader) -> Void) {
        withExtendedLifetime(self) {
            register(HiveRecordReader(collector: Unmanaged.passUnretained(self).toOpaque()))
        }
    }

    static func of(_ reader: HiveRecordReader) -> RecordCollector {
        Unmanaged<RecordCollector>.fromOpaque(reader.collector).takeUnretainedValue()
    }
}
