// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// Which colour a picture gives to the hooks of a phase.
enum PhaseColours {
    /// The phases in the order of the legend.
    static let all: [(phase: Phase, colour: String)] = [
        (.setUp, "#9db8d9"), (.initialize, "#8cc29a"), (.ready, "#d9cc8b"),
        (.willStop, "#cfa9cf"), (.tearDown, "#b5b5b5"),
    ]

    /// The style sheet's rules: a bar has its phase's name as its class.
    static var style: String { all.map { ".\($0.phase) { fill: \($0.colour) }" }.joined(separator: " ") }
}
