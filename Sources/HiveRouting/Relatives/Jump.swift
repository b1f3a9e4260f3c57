// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Pages are to be shown, which the module that shows pages subscribes to; BeeHive's `jump.vc.beehive`.
public struct Jump: HiveEvent {
    /// One page.
    public struct Page: Hashable, Sendable {
        /// The page's key, by which Hive looks up no type; the subscriber decides what it means.
        public let key: String
        /// The protocol that the URL names, if any.
        public let service: String?
        /// How to show the page, such as `push` or `modal`, if the URL says.
        public let style: String?
        /// The page's parameters.
        public let parameters: ConfigurationValue

        /// Creates a page.
        public init(key: String, service: String? = nil, style: String? = nil, parameters: ConfigurationValue = [:]) {
            self.key = key
            self.service = service
            self.style = style
            self.parameters = parameters
        }
    }

    /// The pages in their order.
    public let pages: [Page]
    /// Whether the request came from outside.
    public let isRemote: Bool

    /// Creates an event.
    public init(pages: [Page], isRemote: Bool = false) {
        self.pages = pages
        self.isRemote = isRemote
    }
}
