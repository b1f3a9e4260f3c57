// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Who stands for a module that is down because of a failure and comes back: what wants it is refused meanwhile, so
/// that nothing goes past it (C63, C64).
struct StandIn: Sendable {
    /// In the module's place in the boot order.
    let owner: Owner
    /// Says why.
    let refusal: @Sendable () -> HiveError
}
