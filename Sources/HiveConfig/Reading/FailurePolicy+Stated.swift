// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension FailurePolicy {
    /// The policy that a file states; nil where there is none of that name, which has been reported.
    init?(_ stated: StatedPolicy) {
        guard let kind = Kind(rawValue: stated.policy) else { return nil }
        let usual = RestartRule()
        self.init(
            kind,
            RestartRule(
                limit: stated.limit,
                within: stated.within,
                delay: stated.delay ?? usual.delay,
                maximumDelay: stated.maximumDelay ?? usual.maximumDelay,
                keepsReady: stated.keepsReady ?? usual.keepsReady
            )
        )
    }
}
