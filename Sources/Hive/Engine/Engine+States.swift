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
        if there.isEmpty { return here.map { ($0.name, current($0)) } }
        let ids = Set(here.map(\.descriptor.id))
        var all = here.map { (position: $0.owner.position, name: $0.name, state: current($0)) }
        all += there.filter { !ids.contains($0.id) }.map { ($0.position, $0.name, told(of: $0.state, $0.id)) }
        return all.sorted { $0.position < $1.position }.map { ($0.name, $0.state) }
    }

    /// Tells of every change of a module's state that has not been told.
    func tellStates() {
        stateChanges.tell(at: clock.now()) {
            observers.notify(.init(.moduleChanged, module: $0.module, subject: .module($0.state)))
        }
    }

    /// The state of a module; nil where it is not there.
    func state(of module: ObjectIdentifier) -> ModuleState? {
        func here() -> ModuleState? {
            modules.inBootOrder(isRunning: false).first { $0.descriptor.id == module }.map(current)
        }
        // It may have come in between.
        return here() ?? down.entry(module).map { told(of: $0.state, module) } ?? here()
    }

    /// The same as a part of a sentence.
    func stateText(of module: ObjectIdentifier) -> String { state(of: module).map { "\($0)" } ?? "down" }

    private func current(_ runtime: ModuleRuntime) -> ModuleState {
        let told = runtime.told
        // How long it is until the next attempt is less by now.
        guard case .restarting = told else { return told }
        return down.restart(of: runtime.descriptor.id)?.state(at: clock.now()) ?? told
    }
}
