// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import HiveConfigGenerator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is generated replaces what was there as a whole, or not at all.
struct OutputFileTests {
    @Test func folderThatIsNotThereIsNamedWithWhatToDo() throws {
        try withFiles([:]) { folder in
            let path = "\(folder)/absent/Generated.swift"
            let failure = #expect(throws: OutputFile.Failure.self) { try OutputFile(path: path).write("text") }
            let message = failure?.description ?? ""
            #expect(message.hasPrefix("\(path).part can't be written: No such file or directory. "))
            #expect(message.contains("Make sure that the folder is there"))
        }
    }

    @Test func failedWriteLeavesNothingBeside() throws {
        try withFiles([:]) { folder in
            // A folder with something in it cannot be replaced by a file.
            let path = "\(folder)/Generated.swift"
            try FileManager.default.createDirectory(atPath: "\(path)/inside", withIntermediateDirectories: true)
            let failure = #expect(throws: OutputFile.Failure.self) { try OutputFile(path: path).write("text") }
            #expect(failure?.description.hasPrefix("\(path) can't be written: ") == true)
            #expect(!FileManager.default.fileExists(atPath: "\(path).part"))
            #expect(FileManager.default.fileExists(atPath: "\(path)/inside"))
        }
    }

    @Test func textReplacesWhatWasThere() throws {
        try withFiles(["Generated.swift": "a text that is longer than the new one"]) { folder in
            let path = "\(folder)/Generated.swift"
            try OutputFile(path: path).write("short")
            let bytes = try #require(FileManager.default.contents(atPath: path))
            #expect(String(decoding: bytes, as: UTF8.self) == "short")
            #expect(!FileManager.default.fileExists(atPath: "\(path).part"))
        }
    }

    @Test("Texts that replace each other at once differ in the second in which they were written")
    func eachTextHasSecondOfItsOwn() throws {
        try withFiles([:]) { folder in
            let path = "\(folder)/Generated.swift"
            var seconds: [Int] = []
            for number in 0..<5 {
                try OutputFile(path: path).write("\(number)")
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let date = try #require(attributes[.modificationDate] as? Date)
                seconds.append(Int(date.timeIntervalSince1970.rounded(.down)))
            }
            // Later ones count as newer, whatever the time was when they were written.
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 })
            // The time of what was there may be far ahead, after a clock was set back.
            let ahead = Date(timeIntervalSince1970: 5_000_000_000)
            try FileManager.default.setAttributes([.modificationDate: ahead], ofItemAtPath: path)
            try OutputFile(path: path).write("last")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.modificationDate] as? Date == ahead.addingTimeInterval(1))
        }
    }
}
