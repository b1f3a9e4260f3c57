// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A further way to write URLs, understood where a scheme is accepted with it.
///
/// `scheme://target/action?name=value`, which is CTMediator's, and the application's own patterns are always
/// understood.
public struct URLForm: Hashable, Sendable, CustomStringConvertible {
    /// The form's name, as the configuration spells it.
    public let description: String

    /// BeeHive's: `scheme://call.service.beehive/Key.Protocol.method?params={json}`, with several components run one
    /// after the other, and `jump.vc.beehive`, which becomes a ``Jump``.
    ///
    /// `register.beehive` is never answered: no type is looked up by a name from a URL.
    public static let beeHive = URLForm(description: "beeHive")
    /// ModuleProtocolMediator's: `scheme://Protocol:/method:argument:?name=value`, its colons also percent-encoded.
    public static let moduleProtocolMediator = URLForm(description: "moduleProtocolMediator")

    /// The forms that a configuration may name.
    static let all = [beeHive, moduleProtocolMediator]
}
