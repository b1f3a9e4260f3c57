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
    /// What it says is done with all rights of the process. So nobody but root and the user of the process may own or
    /// write the file and the folder that it is in, wherever links have led. That is asked of the file that was opened,
    /// and on Linux this very file is loaded, so that nobody can exchange it in between. Folders above do not matter:
    /// whoever may exchange those still cannot make a file of root's.
    ///
    /// - Parameters:
    ///   - path: The library's file; without a folder, it is in the current one.
    ///   - origin: What has named it, for errors, such as `the arguments (--plugins)`.
    /// - Returns: What the library hands over.
    /// - Throws: `HiveError` with the code `invalidConfiguration`, when there is no such file, when others may change
    ///   it, when it is no library or none for this version of the program, and when it hands nothing over.
    public static func open(_ path: String, namedBy origin: String) throws -> PlugIn {
        func failure(_ problem: String, _ remedy: String) -> HiveError {
            HiveError(.invalidConfiguration, "The plug-in \(path) \(problem). It is named by \(origin): \(remedy).")
        }
        // Opening a pipe would wait for whoever writes, and hear no signal meanwhile.
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let problem = "cannot be opened: \(String(cString: strerror(errno)))"
            throw failure(problem, "name a file that is there, with \\, for each comma in its path, or leave it out")
        }
        var file = stat()
        guard fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let problem = "cannot be opened: it is no file, but a folder, a pipe or a device"
            throw failure(problem, "name a library's file")
        }
        if let doubt = doubt(about: file, descriptor) {
            close(descriptor)
            let remedy = """
                let both the file and its folder belong to root or to the user of this program, and let nobody else \
                write them (chown, chmod go-w)
                """
            throw failure("is not opened: \(doubt)", remedy)
        }
        #if os(Linux)
        // It stays open as long as the library: the system takes a second library of the same name for the first.
        let name = "/proc/self/fd/\(descriptor)"
        #else
        // Without a slash, the system would look into its own folders.
        let name = path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)"
        #endif
        // Everything that the library needs of the program is looked for now, and not when it is first used.
        guard let library = dlopen(name, RTLD_NOW) else {
            let reason = dlerror().map { String(cString: $0) } ?? "nobody says why"
            close(descriptor)
            let remedy = "build it by the compiler and from the versions that this program is of, or leave it out"
            throw failure("cannot be opened: \(reason.replacing("\(name): ", with: ""))", remedy)
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

/// Why a library is none to load: somebody else may write it, or put another one in its place; nil when nobody may.
private func doubt(about file: stat, _ descriptor: Int32) -> String? {
    func doubt(_ status: stat, _ what: String) -> String? {
        let user = geteuid()
        guard status.st_uid == 0 || status.st_uid == user else { return "\(what) belongs to another user" }
        // A group that the user has alone, as on many machines, is the user; root has none.
        let isOwnGroup = user != 0 && status.st_gid == getegid()
        let others = isOwnGroup ? S_IWOTH : S_IWGRP | S_IWOTH
        // In a folder with this bit, such as /tmp, nobody takes away what belongs to somebody else.
        let isShared = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
        return status.st_mode & others == 0 || isShared ? nil : "others may write \(what)"
    }
    if let doubt = doubt(file, "the file") { return doubt }
    guard let path = path(of: descriptor), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        return "its folder cannot be found"
    }
    let name = "/\(path[..<slash])"
    var folder = stat()
    guard stat(name, &folder) == 0 else { return "its folder cannot be found" }
    return doubt(folder, "its folder \(path[..<slash])")
}

/// Where an open file is, without links.
private func path(of descriptor: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    #if os(Linux)
    // The last byte stays a zero.
    guard readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count - 1) > 0 else { return nil }
    #else
    guard fcntl(descriptor, F_GETPATH, &bytes) == 0 else { return nil }
    #endif
    return String(validating: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The system's function, which the type's own would hide.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
