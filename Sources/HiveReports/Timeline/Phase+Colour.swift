// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension Phase {
    /// The colour of the phase in pictures of the timeline.
    var colour: String {
        switch self {
        case .setUp: "#9db8d9"
        case .initialize: "#8cc29a"
        case .ready: "#d9cc8b"
        case .reconfigure: "#8fc7c7"
        case .willStop: "#cfa9cf"
        case .drain: "#d99f8b"
        case .tearDown: "#b5b5b5"
        }
    }
}
