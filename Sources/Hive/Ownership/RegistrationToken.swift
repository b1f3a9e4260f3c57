// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Withdraws what was registered: an event's handler, or entries of a library's registry.
///
/// Letting go of the token does nothing.
public struct RegistrationToken: Sendable {
    private let withdraw: @Sendable () -> Void

    init(_ withdraw: @escaping @Sendable () -> Void) {
        self.withdraw = withdraw
    }

    /// Withdraws it; a second call, or one after the owner has gone, does nothing.
    ///
    /// A handler whose subscription is cancelled from within a broadcast is no longer called; from elsewhere it may be
    /// called once, if its call was under way (C32).
    public func cancel() { withdraw() }
}
