// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// All that an outsider learns about a URL that was not answered: a kind, and a text that is the same for all of a
/// kind.
///
/// What really happened is told to the hive's observers.
public struct RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name.
        public let description: String

        /// The text is no URL that Hive understands.
        public static let malformed = Kind(description: "malformed")
        /// The URL, or something in it, is larger than allowed.
        public static let tooLarge = Kind(description: "tooLarge")
        /// The URL leads to nothing that an outsider may reach; it does not say whether there is something else.
        public static let notFound = Kind(description: "notFound")
        /// A parameter is missing, superfluous, or does not fit its type.
        public static let badParameters = Kind(description: "badParameters")
        /// An interceptor refused the call.
        public static let denied = Kind(description: "denied")
        /// The call was made, and failed.
        public static let failed = Kind(description: "failed")
        /// The application is starting, is stopping, or has stopped.
        public static let unavailable = Kind(description: "unavailable")
    }

    /// The kind.
    public let kind: Kind

    /// The kind in words, without any detail.
    public var description: String {
        switch kind {
        case .malformed: "The address cannot be understood."
        case .tooLarge: "The address is too long."
        case .notFound: "There is nothing at this address."
        case .badParameters: "The parameters do not fit."
        case .denied: "This is not allowed."
        case .unavailable: "The application is not available."
        default: "The call failed."
        }
    }
}
