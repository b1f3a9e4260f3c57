// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if compiler(>=6.3) && os(Linux) && canImport(Glibc)
import Glibc

/// What a run leaves behind in memory that its process shares with the test's, also when it crashes.
///
/// A header, then a text, then the last steps in a ring.
struct RunMemory {
    /// How a run has ended.
    enum End: Int32 {
        /// It has not: the process has crashed, or was killed.
        case crashed
        case succeeded
        case threw
        /// The body has returned, but issues were recorded.
        case recordedIssues
        case deadlock
        case tooManySteps
        /// Something happened that a schedule does not decide.
        case outside
    }

    /// A step, or a note that was made during one.
    struct Entry {
        var isNote = false
        var step = 0
        var task: UInt64 = 0
        /// The task that made it ready, or 0.
        var by: UInt64 = 0
        var isMain = false
        /// In nanoseconds.
        var time: Int64 = 0
        var ready = 0
        var text = ""
    }

    private enum Place {
        static let end = 0
        static let isRepeated = 4
        static let order = 8
        static let steps = 16
        static let time = 24
        static let entries = 32
        static let output = 40
        static let lengthOfPlainRun = 48
        static let maximumSteps = 56
        static let textLength = 64
        static let text = 128
        static let textCapacity = 32_768
        static let ring = text + textCapacity
        static let ringCapacity = 256
        static let entrySize = 192
        /// Within an entry.
        static let entryText = 48
        static let size = ring + entrySize * ringCapacity
    }

    private let base: UnsafeMutableRawPointer

    static var size: Int { Place.size }

    /// Maps a file of the right size; nil when the system refuses.
    init?(file: Int32) {
        guard let base = mmap(nil, Place.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED else {
            return nil
        }
        self.base = base
    }

    func unmap() { munmap(base, Place.size) }

    private func get<Value: BitwiseCopyable>(_ place: Int, as type: Value.Type) -> Value {
        base.load(fromByteOffset: place, as: type)
    }
    private func set<Value: BitwiseCopyable>(_ value: Value, at place: Int) {
        base.storeBytes(of: value, toByteOffset: place, as: Value.self)
    }

    var end: End {
        get { End(rawValue: get(Place.end, as: Int32.self)) ?? .crashed }
        nonmutating set { set(newValue.rawValue, at: Place.end) }
    }
    /// Whether the call of which this is the memory was made a second time.
    var isRepeated: Bool {
        get { get(Place.isRepeated, as: Int32.self) != 0 }
        nonmutating set { set(Int32(newValue ? 1 : 0), at: Place.isRepeated) }
    }
    /// A hash of the order of all steps.
    var order: UInt64 {
        get { get(Place.order, as: UInt64.self) }
        nonmutating set { set(newValue, at: Place.order) }
    }
    var steps: Int {
        get { get(Place.steps, as: Int.self) }
        nonmutating set { set(newValue, at: Place.steps) }
    }
    /// Virtual time in nanoseconds.
    var time: Int64 {
        get { get(Place.time, as: Int64.self) }
        nonmutating set { set(newValue, at: Place.time) }
    }
    /// How long the file of the output was when the run began.
    var output: Int {
        get { get(Place.output, as: Int.self) }
        nonmutating set { set(newValue, at: Place.output) }
    }
    /// How many steps the run in the plain order took.
    var lengthOfPlainRun: Int {
        get { get(Place.lengthOfPlainRun, as: Int.self) }
        nonmutating set { set(newValue, at: Place.lengthOfPlainRun) }
    }
    var maximumSteps: Int {
        get { get(Place.maximumSteps, as: Int.self) }
        nonmutating set { set(newValue, at: Place.maximumSteps) }
    }

    /// What there is to say about the end.
    var text: String {
        get { string(at: Place.text, length: get(Place.textLength, as: Int.self)) }
        nonmutating set { set(write(newValue, at: Place.text, capacity: Place.textCapacity), at: Place.textLength) }
    }

    private func string(at place: Int, length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: base + place, count: length), as: UTF8.self)
    }

    private func write(_ text: String, at place: Int, capacity: Int) -> Int {
        var length = 0
        for byte in text.utf8.prefix(capacity) {
            set(byte, at: place + length)
            length += 1
        }
        return length
    }

    /// Forgets the run before.
    func clear() {
        end = .crashed
        (order, steps, time) = (14_695_981_039_346_656_037, 0, 0)
        set(0, at: Place.textLength)
        set(0, at: Place.entries)
    }

    func add(_ entry: Entry) {
        let number = get(Place.entries, as: Int.self)
        set(number + 1, at: Place.entries)
        let place = Place.ring + number % Place.ringCapacity * Place.entrySize
        set(UInt8(entry.isNote ? 1 : 0), at: place)
        set(UInt8(entry.isMain ? 1 : 0), at: place + 1)
        set(Int32(clamping: entry.ready), at: place + 4)
        set(entry.step, at: place + 8)
        set(entry.task, at: place + 16)
        set(entry.by, at: place + 24)
        set(entry.time, at: place + 32)
        let capacity = Place.entrySize - Place.entryText
        set(entry.text.isEmpty ? 0 : write(entry.text, at: place + Place.entryText, capacity: capacity), at: place + 40)
    }

    /// The last ones that are kept, the oldest first.
    var entries: [Entry] {
        let count = get(Place.entries, as: Int.self)
        return (max(0, count - Place.ringCapacity)..<max(0, count)).map { number in
            let place = Place.ring + number % Place.ringCapacity * Place.entrySize
            return Entry(
                isNote: get(place, as: UInt8.self) != 0,
                step: get(place + 8, as: Int.self),
                task: get(place + 16, as: UInt64.self),
                by: get(place + 24, as: UInt64.self),
                isMain: get(place + 1, as: UInt8.self) != 0,
                time: get(place + 32, as: Int64.self),
                ready: Int(get(place + 4, as: Int32.self)),
                text: string(at: place + Place.entryText, length: get(place + 40, as: Int.self))
            )
        }
    }
}
#endif
