// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Random numbers that a seed decides (SplitMix64).
package struct SeedGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: some BinaryInteger) {
        state = UInt64(truncatingIfNeeded: seed)
        // Mixed, because the numbers of neighbouring states are the same ones, one place later.
        state = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to, and without, a limit.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
