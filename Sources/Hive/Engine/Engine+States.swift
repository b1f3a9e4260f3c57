// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How far each module is in its life (C64).

extension Engine {
    /// The modules that are there, and those that are down because of a failure, in boot order.
    var states: [(module: String, state: ModuleState)] {
        // Who goes becomes an entry before it has gone, and who comes is there before its entry goes: nobody is missed
        // unless somebody has come or gone meanwhile.
        var here = modules.inBootOrder(isRunning: false)
        var there = down.inBootOrder
        var again = modules.inBootOrder(isRunning: false)
        while !again.elementsEqual(here, by: ===) {
            (here, there) = (again, down.inBootOrder)
            again = modules.inBootOrder(isRunning: false)
        }
        var all = here.map { (position: $0.owner.position, id: $0.descriptor.id, name: $0.name) }
        if !there.isEmpty {
            let ids = Set(all.map(\.id))
            all += there.filter { !ids.contains($0.id) }.map { ($0.position, $0.id, $0.name) }
            all.sort { $0.position < $1.position }
        }
        return all.map { ($0.name, state(of: $0.id, $0.name)) }
    }

    /// Has a module go on to another state, unless `isAllowed` refuses the one that it is in, and everybody told.
    func enter(_ new: ModuleState, of module: String, if isAllowed: (ModuleState) -> Bool = { _ in true }) {
        stateChanges.enter(module, new, if: isAllowed)
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
