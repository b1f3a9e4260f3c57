// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension ServerModule {
    /// The options of the server, checked before anything starts; `SHOP_SERVER_PORT` and `--Server.port` win over
    /// property lists.
    public struct Options: ModuleOptions {
        /// The port, of this machine only; 0 lets the system choose one.
        var port = 7070
        /// How many clients may be connected at the same time; one more is told that the server is busy.
        var maximumConnections = 64
        /// The longest line, in bytes; a client that sends a longer one is told so, and is disconnected.
        var maximumLineLength = 4096
        /// How long a client may take to send a line, or to take an answer.
        var timeout = Duration.seconds(30)

        /// The defaults.
        public init() {}

        /// Decodes the options, and refuses what is out of range.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func integer(_ key: CodingKeys, in range: ClosedRange<Int>) throws -> Int {
                let value = try container.decode(Int.self, forKey: key)
                guard range.contains(value) else {
                    let text = "expected \(range.lowerBound) to \(range.upperBound), found \(value)"
                    throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: text)
                }
                return value
            }
            port = try integer(.port, in: 0...65_535)
            maximumConnections = try integer(.maximumConnections, in: 1...1000)
            maximumLineLength = try integer(.maximumLineLength, in: 16...65_536)
            timeout = try container.decode(Duration.self, forKey: .timeout)
            guard timeout > .zero else {
                throw DecodingError.dataCorruptedError(forKey: .timeout, in: container, debugDescription: "not above 0")
            }
        }

        private enum CodingKeys: CodingKey {
            case port
            case maximumConnections
            case maximumLineLength
            case timeout
        }
    }
}
