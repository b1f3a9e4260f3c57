// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
internal import HiveSampleTradeInterface

extension Rejection {
    /// The rejection behind an error, or nil when the program, not the order, is at fault.
    init?(reason error: any Error) {
        switch error {
        case let rejection as Rejection: self = rejection
        case let error as CartError: self = .cart(error)
        case let error as CatalogError: self = .catalog(error)
        default: return nil
        }
    }
}

extension String {
    /// Whether the string can be a name: not blank, not too long, and without characters that a terminal would obey.
    func isName(limit: Int) -> Bool {
        unicodeScalars.count <= limit && contains { !$0.isWhitespace } && unicodeScalars.allSatisfy(\.isPrintable)
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}
