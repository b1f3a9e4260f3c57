// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Origin {
    /// An origin in the code of a module's type, of which no line is known.
    package static func code(of type: any HiveModule.Type) -> Origin {
        Origin(source: .code, file: "code of \(_typeName(type))", line: nil, keyPath: nil)
    }
}
