// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension URLForm {
    /// The forms that a configuration may name.
    static let all = [beeHive, moduleProtocolMediator]
}
