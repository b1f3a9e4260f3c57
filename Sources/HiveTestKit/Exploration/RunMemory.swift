// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if os(Linux) && canImport(Glibc)
import Glibc

/// What a run leaves behind in memory that its process shares with the test's, also when it crashes.
///
/// What holds for all runs, then what is of the last one: a header, a text, and the last steps in a ring.
struct RunMemory: BitwiseCopyable {
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
        var text = Text<144>("")
    }

    /// A text, of which so many bytes are kept.
    struct Text<let capacity: Int>: BitwiseCopyable {
        private var bytes = InlineArray<capacity, UInt8>(repeating: 0)
        private var count = 0

        init(_ text: String) {
            let kept = text.utf8.prefix(capacity)
            count = kept.count
            withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: kept) }
        }

        var string: String { withUnsafeBytes(of: bytes) { String(decoding: $0.prefix(count), as: UTF8.self) } }
    }

    // Both processes run the same program, so that a value lies in memory alike for both. What no process has written
    // yet is zero, which is a value of each type here.
    var facts = Facts()
    var run = Run()
    /// What there is to say about the end.
    var text = Text<32_768>("")
    private var ring = InlineArray<256, Entry>(repeating: Entry())

    /// Maps a file of its size; nil when the system refuses.
    static func mapped(from file: Int32) -> UnsafeMutablePointer<RunMemory>? {
        let size = MemoryLayout<RunMemory>.size
        guard let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED else {
            return nil
        }
        return base.bindMemory(to: RunMemory.self, capacity: 1)
    }

    /// Keeps a step, or a note.
    mutating func add(_ entry: Entry) {
        ring[run.entries % ring.count] = entry
        run.entries += 1
    }

    /// The last ones that are kept, the oldest first.
    var entries: [Entry] { (max(0, run.entries - ring.count)..<max(0, run.entries)).map { ring[$0 % ring.count] } }
}
#endif
