// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A number below ten thousand as a type, so that a generic type becomes ten thousand distinct ones.
package protocol Ordinal: SendableMetatype {
    /// The number in four digits.
    static var text: String { get }
    /// The numbers that differ in one digit, which is one less, each in four digits.
    static var smaller: [String] { get }
}

/// A digit as a type.
package protocol Digit {
    /// The digit as text.
    static var text: String { get }
}

/// Four digits, the most significant first.
package enum Four<A: Digit, B: Digit, C: Digit, D: Digit>: Ordinal {
    package static var text: String { A.text + B.text + C.text + D.text }

    package static var smaller: [String] {
        let digits = [A.text, B.text, C.text, D.text]
        return digits.indices.compactMap { place in
            guard let digit = Int(digits[place]), digit > 0 else { return nil }
            var other = digits
            other[place] = String(digit - 1)
            return other.joined()
        }
    }
}

/// 0.
package enum D0: Digit {
    package static var text: String { "0" }
}

/// 1.
package enum D1: Digit {
    package static var text: String { "1" }
}

/// 2.
package enum D2: Digit {
    package static var text: String { "2" }
}

/// 3.
package enum D3: Digit {
    package static var text: String { "3" }
}

/// 4.
package enum D4: Digit {
    package static var text: String { "4" }
}

/// 5.
package enum D5: Digit {
    package static var text: String { "5" }
}

/// 6.
package enum D6: Digit {
    package static var text: String { "6" }
}

/// 7.
package enum D7: Digit {
    package static var text: String { "7" }
}

/// 8.
package enum D8: Digit {
    package static var text: String { "8" }
}

/// 9.
package enum D9: Digit {
    package static var text: String { "9" }
}

/// Returns the first numbers, from 0 on.
package func ordinals(_ count: Int) -> [any Ordinal.Type] {
    let digits: [any Digit.Type] = [
        D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]
    func four<A: Digit, B: Digit, C: Digit, D: Digit>(
        _: A.Type,
        _: B.Type,
        _: C.Type,
        _: D.Type
    ) -> any Ordinal.Type { Four<A, B, C, D>.self }
    var result: [any Ordinal.Type] = []
    for number in 0..<count {
        let (a, b) = (digits[number / 1000], digits[number / 100 % 10])
        let (c, d) = (digits[number / 10 % 10], digits[number % 10])
        result.append(four(a, b, c, d))
    }
    return result
}
