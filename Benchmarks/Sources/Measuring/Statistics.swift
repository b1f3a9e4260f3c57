// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Returns the value below which a part of the values lies, interpolated between neighbours.
///
/// - Precondition: There is a value, and the part is between 0 and 1.
/// - Complexity: O(n log n).
package func quantile(_ part: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
}

/// Returns the value in the middle.
///
/// - Precondition: There is a value.
package func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

/// Returns how far the middle half of the values lies apart, as a part of the median.
///
/// - Precondition: There is a value.
package func spread(_ values: [Double]) -> Double {
    let middle = median(values)
    guard middle != 0 else { return 0 }
    return (quantile(0.75, of: values) - quantile(0.25, of: values)) / middle
}
