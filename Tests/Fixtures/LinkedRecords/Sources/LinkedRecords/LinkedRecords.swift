// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Interface

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@main
struct Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count > 1 { openPlugin(arguments[1]) }
        let hive = Hive(.linked())
        try await hive.start()
        let greeter = try hive.services.service((any Greeter).self)
        print(hive.modules.running, greeter.greeting(for: "world"))
        try await hive.stop()
    }

    /// Opens a shared library with records of its own, which are not the program's.
    private static func openPlugin(_ path: String) {
        guard let library = dlopen(path, RTLD_NOW), let symbol = dlsym(library, "plugin_sees_its_own_records") else {
            fatalError(dlerror().map { String(cString: $0) } ?? path)
        }
        let seesItsOwnRecords = unsafeBitCast(symbol, to: (@convention(c) () -> Bool).self)
        print("plugin:", seesItsOwnRecords() ? "its own records" : "other records")
    }
}
