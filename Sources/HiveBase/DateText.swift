// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Reads `2001-01-01T00:00:00Z`, a day that exists, as seconds since then; nil for anything else.
///
/// Years count as ISO 8601 has it, by the Gregorian calendar also before 1582, when it began.
package func secondsSinceReferenceDate(_ content: ArraySlice<UInt8>) -> Int? {
    let pattern = "dddd-dd-ddTdd:dd:ddZ".utf8
    let fits =
        content.count == pattern.count
        && zip(content, pattern).allSatisfy { byte, expected in
            expected == UInt8(ascii: "d") ? byte.isASCIIDigit : byte == expected
        }
    guard fits else { return nil }
    let numbers = content.split { !$0.isASCIIDigit }.map { $0.reduce(0) { $0 &* 10 &+ (Int($1) - 0x30) } }
    guard numbers.count == 6, (1...12).contains(numbers[1]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 60,
        numbers[0] > 0, (1...dayCount(year: numbers[0], month: numbers[1])).contains(numbers[2])
    else { return nil }
    let day = dayNumber(year: numbers[0], month: numbers[1], day: numbers[2])
    let days = day - dayNumber(year: 2001, month: 1, day: 1)
    return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
}

/// Counts days from a fixed one on.
private func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let before = year - 1
    let months = (1..<month).reduce(0) { $0 + dayCount(year: year, month: $1) }
    return before * 365 + before / 4 - before / 100 + before / 400 + months + day
}

private func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Writes what ``secondsSinceReferenceDate(_:)`` reads; nil for a date that has parts of a second, or of a year that
/// has not four digits.
package func dateText(secondsSinceReferenceDate seconds: Double) -> String? {
    guard seconds.rounded(.down) == seconds, let total = Int(exactly: seconds) else { return nil }
    let reference = dayNumber(year: 2001, month: 1, day: 1)
    let (days, second) = (Int((seconds / 86_400).rounded(.down)), (total % 86_400 + 86_400) % 86_400)
    // The mean year has 365.2425 days, so that the guess is at most one off.
    var year = Int((Double(days + reference) / 365.2425).rounded(.down)) + 1
    func rest(of year: Int) -> Int { days + reference - dayNumber(year: year, month: 1, day: 1) }
    guard (0...10_000).contains(year) else { return nil }
    if rest(of: year) < 0 { year -= 1 }
    if rest(of: year + 1) >= 0 { year += 1 }
    guard (1...9999).contains(year) else { return nil }
    let month = (1...12).last { dayNumber(year: year, month: $0, day: 1) <= days + reference } ?? 1
    let day = days + reference - dayNumber(year: year, month: month, day: 1) + 1
    func padded(_ number: Int, _ count: Int = 2) -> String { "\(number)".rightAligned(in: count, behind: "0") }
    let date = "\(padded(year, 4))-\(padded(month))-\(padded(day))"
    return "\(date)T\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))Z"
}
