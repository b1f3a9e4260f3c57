// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// What happens when a module fails, as a file states it.
package struct StatedPolicy: Sendable {
    /// One of the vocabulary's failure policies.
    package let policy: String
    package fileprivate(set) var limit: Int?
    package fileprivate(set) var within: Duration?
    package fileprivate(set) var delay: Duration?
    package fileprivate(set) var maximumDelay: Duration?
    package fileprivate(set) var keepsReady: Bool?
}

extension PropertyListReader {
    /// Reads a policy: its name, or a dictionary with that and how a module is restarted.
    mutating func policy(_ cursor: PropertyListCursor?) -> StatedPolicy? {
        guard let cursor else { return nil }
        if cursor.isString { return policyName(cursor).map { StatedPolicy(policy: $0) } }
        guard cursor.kind == .dictionary else {
            return expected("a failure policy or a dictionary with \"policy\"", at: cursor)
        }
        guard let entries = dictionary(cursor, policyKeys) else { return nil }
        guard let stated = entries[.policy] else {
            _ = requiredName(.policy, entries)
            return nil
        }
        guard let name = policyName(stated) else { return nil }
        let result = StatedPolicy(
            policy: name,
            limit: integer(entries[.limit]),
            within: duration(entries[.within]),
            delay: duration(entries[.delay], mayBeZero: true),
            maximumDelay: duration(entries[.maximumDelay], mayBeZero: true),
            keepsReady: boolean(entries[.keepsReady])
        )
        let rule: [Vocabulary.PolicyKey] = [.limit, .within, .delay, .maximumDelay, .keepsReady]
        if name != "restart", let idle = rule.first(where: { entries[$0] != nil }), let value = entries[idle] {
            let message = "The key \"\(idle.rawValue)\" says how a module is restarted, and the policy is \"\(name)\"."
            refuse(value, message, remedy: "Remove it, or write \"restart\".")
        }
        return result
    }

    private mutating func policyName(_ cursor: PropertyListCursor) -> String? {
        let known = Vocabulary.failurePolicies
        return word(cursor, among: known, otherwise: .invalidValue) { "The failure policy \($0) is unknown." }
    }
}
