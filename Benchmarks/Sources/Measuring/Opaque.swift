// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CMeasuring

/// Returns a value of which the optimiser no longer knows where it comes from.
///
/// A pointer to it goes through a C function of another compilation, which may have changed it. Without that a loop
/// over one constant might be computed once.
@inline(never)
package func opaque<Value>(_ value: Value) -> Value {
    var copy = value
    withUnsafeMutablePointer(to: &copy) { CMeasuringTouch($0) }
    return copy
}
