// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// A URL was opened: every module that subscribes hears of it, as with BeeHive's `modOpenURL:`.
///
/// ``Routes/broadcast(_:options:fileID:line:)`` and ``RemoteCalls/broadcast(_:options:)`` trigger it.
public struct OpenURL: HiveEvent {
    /// The URL, which has been checked.
    public let url: RoutedURL
    /// What the system or a caller gave with it; empty for a URL from outside, unless the program adds something.
    public let options: [String: any Sendable]
    /// Whether the URL came from outside.
    public let isRemote: Bool

    /// Creates an event.
    public init(url: RoutedURL, options: [String: any Sendable] = [:], isRemote: Bool = false) {
        self.url = url
        self.options = options
        self.isRemote = isRemote
    }
}
