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

    /// Opens a library, which stays open.
    ///
    /// - Parameters:
    ///   - path: The library's file; without a folder, it is in the current one.
    ///   - origin: What has named it, for errors, such as `the arguments (--plugins)`.
    /// - Returns: What the library hands over.
    /// - Throws: `HiveError` with the code `invalidConfiguration`, when there is no such file, when it is no library or
    ///   none for this version of the program, and when it hands nothing over.
    public static func open(_ path: String, namedBy origin: String) throws -> PlugIn {
        func failure(_ problem: String, _ remedy: String) -> HiveError {
            HiveError(.invalidConfiguration, "The plug-in \(path) \(problem). It is named by \(origin): \(remedy).")
        }
        var file = stat()
        guard stat(path, &file) == 0 else {
            let problem = "cannot be opened: \(String(cString: strerror(errno)))"
            throw failure(problem, "name a file that is there, with \\, for each comma in its path, or leave it out")
        }
        // Opening a pipe would wait for whoever writes, and hear no signal meanwhile.
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw failure("cannot be opened: it is no file, but a folder, a pipe or a device", "name a library's file")
        }
        // Without a slash, the system would look into its own folders. Everything that the library needs of the program
        // is looked for now, and not when it is first used.
        guard let library = dlopen(path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)", RTLD_NOW) else {
            let problem = "cannot be opened: \(dlerror().map { String(cString: $0) } ?? "nobody says why")"
            let remedy = "build it by the compiler and from the versions that this program is of, or leave it out"
            throw failure(problem, remedy)
        }
        guard let symbol = dlsym(library, "tea_plug_in") else {
            throw failure("is none: it has no function tea_plug_in", "write the function, or leave it out")
        }
        typealias Function = @convention(c) () -> UnsafeMutableRawPointer?
        // Sound: whoever gives a function this name gives it this type, as documented above.
        let plugIn = unsafeBitCast(symbol, to: Function.self)
        guard let handedOver = plugIn() else {
            let problem = "is none: its function tea_plug_in hands nothing over"
            throw failure(problem, "let it return a PlugIn, or leave it out")
        }
        return Unmanaged<PlugIn>.fromOpaque(handedOver).takeRetainedValue()
    }
}
