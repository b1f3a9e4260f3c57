// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What is wrong or doubtful with what happens when modules fail (C63).

extension ModulePlan {
    /// Checks what happens to modules because of the failure of what they need, and those that cannot be made anew.
    mutating func checkFailures(otherwise policy: FailurePolicy) {
        func kind(of module: ModuleDescriptor) -> FailurePolicy.Kind {
            (module.manifest.onFailure ?? policy).kind
        }
        if modules.allSatisfy({ kind(of: $0) == .stop }) { return }
        problems += policy.problems(of: nil, at: nil)
        for module in modules where module.isInstance && kind(of: module) == .restart {
            problems.append(module.cannotBeMadeAnew("it is to be restarted when it fails"))
        }
        for link in links where !link.dependency.isOptional {
            let (module, need) = (modules[link.module], modules[link.target])
            let fails = "\(module.name) needs \(need.name)"
            switch (kind(of: module), kind(of: need)) {
            case (.stop, .leaveOut):
                let text = "\(fails), which may be left out, and stops the hive when it fails itself."
                let remedy = "Make the need optional, or let \(module.name) be left out too: onFailure: .leaveOut."
                problems.append(Problem(.error, .invalidConfiguration, at: link.origin, text, remedy: remedy))
            case (_, .leaveOut):
                let text = "\(fails), which may be left out: then \(module.name) is left out as well."
                let remedy = "Make the need optional where it can do without."
                problems.append(Problem(.warning, .invalidConfiguration, at: link.origin, text, remedy: remedy))
            case (_, .restart) where module.isInstance:
                problems.append(module.cannotBeMadeAnew("it needs \(need.name), with which it is restarted"))
            case (.stop, .restart) where module.type.hasWork:
                let text = """
                    \(fails), which is restarted when it fails; \(module.name) has work that stops the hive when it \
                    fails: where both notice the same loss, the first one decides.
                    """
                let remedy = "Let it be restarted too: onFailure: .restart."
                problems.append(Problem(.warning, .invalidConfiguration, at: link.origin, text, remedy: remedy))
            default: break
            }
        }
    }
}

extension ModuleDescriptor {
    fileprivate func cannotBeMadeAnew(_ reason: String) -> Problem {
        let text = "\(name) is registered as an instance, which cannot be made anew, and \(reason)."
        let remedy = "Register it with a factory: register(\(name).self) { \(name)(…) }"
        return Problem(.error, .notCreatable, at: origin, text, remedy: remedy)
    }
}
