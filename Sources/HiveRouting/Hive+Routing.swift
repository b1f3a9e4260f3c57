// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Hive {
    /// Calls actions by name.
    public var actions: Actions { Actions(host: self) }
    /// Opens URLs on behalf of code in the process.
    public var routes: Routes { Routes(host: self) }
    /// Opens URLs that come from outside.
    public var remote: RemoteCalls { RemoteCalls(host: self) }
    /// Registers targets, actions and exported services that belong to the hive.
    public var actionRegistrar: ActionRegistrar { ActionRegistrar { try self.register($0) } }
    /// Binds URLs to closures that belong to the hive.
    public var routeRegistrar: RouteRegistrar { RouteRegistrar { try self.register($0) } }
}

extension SetupContext {
    /// Registers the module's targets, actions and exported services.
    public var actions: ActionRegistrar { ActionRegistrar { try self.register($0) } }
    /// Binds URLs to the module's closures.
    public var routes: RouteRegistrar { RouteRegistrar { try self.register($0) } }
}

extension HookContext where Self: ServiceLookup {
    /// Calls actions by name.
    public var actions: Actions { Actions(host: ContextHost(context: self)) }
    /// Opens URLs on behalf of code in the process.
    public var routes: Routes { Routes(host: ContextHost(context: self)) }
    /// Opens URLs that come from outside.
    public var remote: RemoteCalls { RemoteCalls(host: ContextHost(context: self)) }
}
