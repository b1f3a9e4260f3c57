// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension FailurePolicy {
    /// The policy that a file states; nil where there is none of that name, which has been reported.
    init?(_ stated: StatedPolicy) {
        guard let kind = Kind(rawValue: stated.policy) else { return nil }
        var rule = FailurePolicy.restart.rule
        (rule.limit, rule.within) = (stated.limit, stated.within)
        rule.delay = stated.delay ?? rule.delay
        rule.maximumDelay = stated.maximumDelay ?? rule.maximumDelay
        rule.keepsReady = stated.keepsReady ?? rule.keepsReady
        self.init(kind, rule)
    }
}
