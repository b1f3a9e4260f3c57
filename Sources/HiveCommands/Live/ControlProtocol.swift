// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HivePlatform
import HivePropertyList

/// What the two ends of a control socket have agreed on (C65).
package enum ControlProtocol {
    /// The version that is spoken.
    package static let version = 1
    /// The most bytes that a request may have, the end of its line included.
    package static let longestRequest = 4096
    /// The most bytes that an answer may have.
    static let longestAnswer = PropertyListLimits.byteCount

    /// The object that a line has.
    ///
    /// - Throws: ``ControlFault``, whose text repeats nothing of the line but printable characters.
    /// - Complexity: O(bytes).
    package static func object(_ line: [UInt8]) throws(ControlFault) -> [String: ConfigurationValue] {
        let root: ConfigurationValue
        do {
            root = try PropertyListDocument.read(line, isJSON: true, least: "{}").root
        } catch {
            throw ControlFault("is no JSON: \(error)".onOneLine)
        }
        guard case .dictionary(let entries) = root else { throw ControlFault("is no object") }
        return entries
    }

    /// Milliseconds of a clock that nobody sets.
    package static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
