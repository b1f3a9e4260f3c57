// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Which of the protocols that refine HiveModule a type adopts, wherever it does so.
//
// The first cast of a type searches the conformances of the whole program; a start asks each type once for each.

extension HiveModule {
    /// Whether the module has work.
    package static var hasWork: Bool { self is any WorkingModule.Type }

    /// Whether only a factory makes the module.
    static var isMadeByFactory: Bool { self is any FactoryModule.Type }
}
