// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file for each process, because the loader reads files and libFuzzer may run several processes.
private let path =
    FileManager.default.temporaryDirectory.path
    + "/hive-fuzz-\(ProcessInfo.processInfo.processIdentifier).plist"

/// Any bytes as the file `modules.plist`, and as `services.plist`.
@c(LLVMFuzzerTestOneInput)
public func fuzzConfiguration(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(start, count) { bytes in
        try Data(bytes).write(to: URL(filePath: path))
        try ConfigurationInvariants.check(fileAt: path)
    }
}
