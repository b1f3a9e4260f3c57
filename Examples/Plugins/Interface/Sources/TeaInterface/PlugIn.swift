// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a library that is opened at run time hands over to the program.
///
/// ```swift
/// @c(tea_plug_in) public func plugIn() -> UnsafeMutableRawPointer { PlugIn(StampsModule.self).handedOver }
/// ```
public final class PlugIn: Sendable {
    private let module: any HiveModule.Type
    private let place: (fileID: String, line: Int)

    /// Creates what a library hands over: the module that it brings.
    public init(_ module: any HiveModule.Type, fileID: String = #fileID, line: Int = #line) {
        self.module = module
        place = (fileID, line)
    }

    /// Registers the module, with the place in the library.
    public func register(in hive: Hive) throws {
        try hive.modules.register(module, fileID: place.fileID, line: place.line)
    }

    /// The same as a pointer, which the program takes and owns.
    public var handedOver: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Opens a library, which stays open, and returns what it hands over.
    ///
    /// - Throws: `HiveError` with the code `invalidConfiguration`, when there is no such library, when it is none for
    ///   this version of the program, and when it hands nothing over.
    public static func open(_ path: String) throws -> PlugIn {
        // Everything that the library needs of the program is looked for now, and not when it is first used.
        guard let library = dlopen(path, RTLD_NOW) else {
            throw HiveError(.invalidConfiguration, "The plug-in cannot be opened: \(reason ?? path).")
        }
        guard let symbol = dlsym(library, "tea_plug_in") else {
            throw HiveError(.invalidConfiguration, "\(path) is no plug-in: it has no function tea_plug_in.")
        }
        typealias Function = @convention(c) () -> UnsafeMutableRawPointer
        // Sound: whoever gives a function this name gives it this type, as documented above.
        let plugIn = unsafeBitCast(symbol, to: Function.self)
        return Unmanaged<PlugIn>.fromOpaque(plugIn()).takeRetainedValue()
    }

    private static var reason: String? { dlerror().map { String(cString: $0) } }
}
