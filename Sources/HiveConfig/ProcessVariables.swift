// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
// The environment is a global variable of C, which may not be changed while other threads read it, here as anywhere.
@preconcurrency import HivePlatform

/// The environment variables of the process.
enum ProcessVariables {
    /// Reads all of them; of equal names the first counts, as `getenv` has it.
    static func read() -> [String: String] {
        #if canImport(Darwin)
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
        #else
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        #endif
        var variables: [String: String] = [:]
        while let entry = next?.pointee {
            let text = String(cString: entry)
            let name = text.head(before: "=")
            if variables[name] == nil { variables[name] = text.tail(behind: "=") }
            next = next?.successor()
        }
        return variables
    }
}
