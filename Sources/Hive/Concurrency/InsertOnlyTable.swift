// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A hash table that threads read without a lock while one thread at a time inserts.
///
/// Entries are never removed and the table doubles when three quarters full; the tables that it outgrew stay until the
/// end, which at most doubles the memory and lets a reader go on in the one that it found. An entry is a word that
/// tells its key (for most keys the address of a type) and a reference to an object that the table keeps.
// Sound: `buckets` is atomic, and so is every word it points to; readers touch nothing else. `count`, `words` and
// `outgrown` are used by inserting threads only, and callers insert under a lock of their own. ReadStormTests exercises
// it under the thread sanitizer.
final class InsertOnlyTable<Element: AnyObject & Sendable>: @unchecked Sendable {
    private let buckets: Atomic<UInt>
    private var count = 0
    private var words = Words(capacity: 16)
    private var outgrown: [Words] = []

    init() { buckets = Atomic(UInt(bitPattern: words.base)) }

    deinit { forEachReference { $0.release() } }

    /// Calls `body` with every element, in no order; nobody may insert meanwhile.
    func visit(_ body: (Element) -> Void) { forEachReference { $0._withUnsafeGuaranteedRef(body) } }

    /// Every element, in no order; callers hold their lock.
    var all: [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        forEachReference { all.append($0.takeUnretainedValue()) }
        return all
    }

    @inline(__always)
    private func forEachReference(_ body: (Unmanaged<Element>) -> Void) {
        var index = 2
        while index < words.count {
            let address = words.base[index].load(ordering: .relaxed)
            if let pointer = UnsafeRawPointer(bitPattern: address) { body(.fromOpaque(pointer)) }
            index += 2
        }
    }

    /// Calls `body` with the first element under `tag` that `matches` accepts, without retaining it.
    @inline(__always)
    func find<Result>(
        tag: UInt,
        where matches: (Element) -> Bool = { _ in true },
        _ body: (Element) -> Result?
    ) -> Result? {
        find(tag: tag, where: matches)?._withUnsafeGuaranteedRef(body)
    }

    /// Finds the first element under `tag` that `matches` accepts; it lives as long as the table.
    @inline(__always)
    func find(tag: UInt, where matches: (Element) -> Bool = { _ in true }) -> Unmanaged<Element>? {
        let address = buckets.load(ordering: .acquiring)
        guard let base = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: address) else { return nil }
        let shift = base[0].load(ordering: .relaxed)
        var index = Self.home(of: tag, shift)
        while true {
            let entry = Int(bitPattern: 1 &+ 2 &* index)
            // The reference is stored before its tag, with release ordering: who sees the tag sees the reference.
            let found = base[entry].load(ordering: .acquiring)
            if found == 0 { return nil }
            if found == tag,
                let pointer = UnsafeRawPointer(bitPattern: base[entry &+ 1].load(ordering: .relaxed))
            {
                let element = Unmanaged<Element>.fromOpaque(pointer)
                if element._withUnsafeGuaranteedRef(matches) { return element }
            }
            index = Self.next(index, shift)
        }
    }

    /// Adds an element under a tag that is not 0; callers hold their lock.
    func insert(_ element: Element, tag: UInt) {
        count += 1
        if 4 * count > 3 * words.capacity {
            let larger = Words(capacity: 2 * words.capacity)
            for index in stride(from: 1, to: words.count, by: 2) {
                let tag = words.base[index].load(ordering: .relaxed)
                if tag != 0 {
                    Self.place(words.base[index + 1].load(ordering: .relaxed), tag: tag, in: larger.base)
                }
            }
            outgrown.append(words)
            words = larger
            buckets.store(UInt(bitPattern: words.base), ordering: .releasing)
        }
        Self.place(UInt(bitPattern: Unmanaged.passRetained(element).toOpaque()), tag: tag, in: words.base)
    }

    private static func place(_ reference: UInt, tag: UInt, in base: UnsafeMutablePointer<Atomic<UInt>>) {
        let shift = base[0].load(ordering: .relaxed)
        var index = home(of: tag, shift)
        while base[Int(bitPattern: 1 + 2 * index)].load(ordering: .relaxed) != 0 { index = next(index, shift) }
        let entry = Int(bitPattern: 1 + 2 * index)
        base[entry + 1].store(reference, ordering: .relaxed)
        base[entry].store(tag, ordering: .releasing)
    }

    /// Where an entry belongs: the upper bits of a product with the golden ratio.
    ///
    /// Types often lie at equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The
    /// Art of Computer Programming*, 6.4); lower bits of the product would crowd together.
    @inline(__always)
    private static func home(of tag: UInt, _ shift: UInt) -> UInt {
        UInt(truncatingIfNeeded: (UInt64(tag) &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(shift))
    }

    /// The entry after another, in a circle.
    @inline(__always)
    private static func next(_ index: UInt, _ shift: UInt) -> UInt {
        (index &+ 1) & UInt(truncatingIfNeeded: UInt64.max &>> UInt64(shift))
    }
}

/// The words of one table: how far a product is shifted, then two words for each entry.
// Plain memory, because a buffer that is generic over atomic values has the runtime search for their conformances.
private final class Words {
    let base: UnsafeMutablePointer<Atomic<UInt>>
    let capacity: Int

    /// Makes an empty table; the capacity is a power of two.
    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(capacity: 1 + 2 * capacity)
        for index in 0..<count {
            (base + index).initialize(to: Atomic(0))
        }
        // How far a product is shifted so that as many bits are left as the capacity, a power of two, has values.
        base[0].store(UInt(64 - capacity.trailingZeroBitCount), ordering: .relaxed)
    }

    deinit { base.deallocate() }

    var count: Int { 1 + 2 * capacity }
}
