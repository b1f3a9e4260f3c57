// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How far each module is in its life (C64).

extension Engine {
    /// The modules that are there, and those that are down because of a failure, in boot order.
    var states: [(module: String, state: ModuleState)] {
        var all: [ObjectIdentifier: (position: Int, name: String)] = [:]
        func take(_ modules: [ModuleRuntime]) {
            for runtime in modules { all[runtime.descriptor.id] = (runtime.owner.position, runtime.name) }
        }
        // Who goes becomes an entry before it has gone, and who comes is there before its entry goes: nobody is missed.
        take(modules.inBootOrder(isRunning: false))
        for entry in down.inBootOrder { all[entry.id] = (entry.position, entry.name) }
        take(modules.inBootOrder(isRunning: false))
        let inOrder = all.sorted { $0.value.position < $1.value.position }
        return inOrder.map { id, module in (module.name, state(of: id, module.name)) }
    }

    /// Has a module go on to another state, unless `isAllowed` refuses the one that it is in, and everybody told.
    func enter(_ new: ModuleState, of module: String, if isAllowed: (ModuleState) -> Bool = { _ in true }) {
        guard stateChanges.enter(module, new, if: isAllowed) else { return }
        stateChanges.tell(at: clock.now()) {
            observers.notify(.init(.moduleChanged, module: $0.module, subject: .module($0.state)))
        }
    }

    /// The state of a module; nil where it is not there.
    func state(of module: ObjectIdentifier) -> ModuleState? {
        func here() -> String? { modules.inBootOrder(isRunning: false).first { $0.descriptor.id == module }?.name }
        // It may have come in between.
        return (here() ?? down.entry(module)?.name ?? here()).map { state(of: module, $0) }
    }

    /// The same as a part of a sentence.
    func stateText(of module: ObjectIdentifier) -> String { state(of: module).map { "\($0)" } ?? "down" }

    private func state(of module: ObjectIdentifier, _ name: String) -> ModuleState {
        let told = stateChanges.life(of: name).state
        // How long it is until the next attempt is less by now.
        return told.isRestarting ? down.restart(of: module)?.state(at: clock.now()) ?? told : told
    }
}
