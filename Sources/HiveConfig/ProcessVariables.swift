// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

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
            if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<sign])
                if variables[name] == nil { variables[name] = String(text[text.utf8.index(after: sign)...]) }
            }
            next = next?.successor()
        }
        return variables
    }
}
