// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension URLForm {
    /// ModuleProtocolMediator's: `scheme://Protocol:/method:argument:?name=value`, its colons also percent-encoded.
    public static let moduleProtocolMediator = URLForm(
        description: "moduleProtocolMediator",
        rules: Rules(allowsColons: true)
    )
}
