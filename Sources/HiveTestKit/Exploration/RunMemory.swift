// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc

/// What a run leaves behind in memory that its process shares with the test's, also when it crashes.
///
/// What holds for all runs, then what is of the last one: a header, a text, and the last steps in a ring.
struct RunMemory {
    struct Facts: BitwiseCopyable {
        /// Whether the call of which this is the memory was made a second time.
        var isRepeated = false
        /// How many steps the run in the plain order took.
        var lengthOfPlainRun = 0
        var maximumSteps = 0
    }

    struct Run: BitwiseCopyable {
        /// How the run has failed: it has crashed until it says otherwise.
        var failure: ExplorationFailure.Reason? = .crashed
        /// A hash of the order of all steps.
        var order: UInt64 = 14_695_981_039_346_656_037
        var steps = 0
        var textLength = 0
        var entries = 0
    }

    /// A step, or a note that was made during one.
    struct Entry: BitwiseCopyable {
        var isNote = false
        var isMain = false
        var step = 0
        var task: UInt64 = 0
        /// The task that made it ready, or 0.
        var by: UInt64 = 0
        /// In nanoseconds.
        var time: Int64 = 0
        var ready = 0
        var textLength = 0
    }

    private static let run = 64
    private static let text = 128..<32_896
    private static let entryTextCapacity = 144
    private static let entrySize = MemoryLayout<Entry>.stride + entryTextCapacity
    private static let ringCapacity = 256
    static let size = text.upperBound + entrySize * ringCapacity

    private let base: UnsafeMutableRawPointer

    /// Maps a file of the right size; nil when the system refuses.
    init?(file: Int32) {
        guard let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED else {
            return nil
        }
        self.base = base
    }

    func unmap() { munmap(base, Self.size) }

    // Both processes run the same program, so that a value lies in memory alike for both. What no process has written
    // yet is zero, which is a value of each type here.
    var facts: Facts {
        get { base.load(as: Facts.self) }
        nonmutating set { base.storeBytes(of: newValue, as: Facts.self) }
    }

    var run: Run {
        get { base.load(fromByteOffset: Self.run, as: Run.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: Self.run, as: Run.self) }
    }

    /// What there is to say about the end.
    var text: String {
        get { string(at: Self.text.lowerBound, length: run.textLength) }
        nonmutating set { run.textLength = write(newValue, at: Self.text.lowerBound, capacity: Self.text.count) }
    }

    private func string(at place: Int, length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: base + place, count: length), as: UTF8.self)
    }

    private func write(_ text: String, at place: Int, capacity: Int) -> Int {
        let bytes = text.utf8.prefix(capacity)
        UnsafeMutableRawBufferPointer(start: base + place, count: capacity).copyBytes(from: bytes)
        return bytes.count
    }

    /// Keeps one with its text, of which the first 144 bytes.
    func add(_ entry: Entry, _ text: String) {
        var entry = entry
        let place = place(run.entries)
        let textPlace = place + MemoryLayout<Entry>.stride
        entry.textLength = write(text, at: textPlace, capacity: Self.entryTextCapacity)
        base.storeBytes(of: entry, toByteOffset: place, as: Entry.self)
        run.entries += 1
    }

    /// The last ones that are kept, the oldest first.
    var entries: [(Entry, text: String)] {
        let count = run.entries
        return (max(0, count - Self.ringCapacity)..<max(0, count)).map { number in
            let place = place(number)
            let entry = base.load(fromByteOffset: place, as: Entry.self)
            return (entry, string(at: place + MemoryLayout<Entry>.stride, length: entry.textLength))
        }
    }

    private func place(_ number: Int) -> Int {
        Self.text.upperBound + number % Self.ringCapacity * Self.entrySize
    }
}
#endif
