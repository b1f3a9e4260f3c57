// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A socket that whoever started the process has opened for it, such as systemd for a `.socket` unit.
///
/// It is open before the process begins and after it has ended, so that a restart refuses nobody: who connects
/// meanwhile waits. Put the process's into ``HiveContext/inheritedSockets``; a module finds its own by
/// ``HookContext/inheritedSocket(named:)`` (C59). Tests put others there.
public struct InheritedSocket: Hashable, Sendable {
    /// What it is called: systemd's `FileDescriptorName=`, or the name of the unit, such as `shop.socket`; `unknown`
    /// where nobody has said.
    public let name: String
    /// Its descriptor, which stays open as long as the process.
    public let descriptor: Int32

    /// Describes an open socket.
    public init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }
}
