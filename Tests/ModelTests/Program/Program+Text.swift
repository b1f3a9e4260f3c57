// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Programs as a person reads them, who wants to write a test of one.

extension Program: CustomStringConvertible {
    var description: String {
        var lines = seed.map { ["// HIVE_SEED=\($0)"] } ?? []
        if queueCapacity != 16 { lines.append("let hive = Hive(HiveOptions(eventQueueCapacity: \(queueCapacity)))") }
        lines += modules.map(\.description) + operations.map(\.description)
        return lines.joined(separator: "\n")
    }
}

extension Part: CustomStringConvertible {
    var description: String {
        var parts: [String] = []
        if level != 1 { parts.append("level: \(level)") }
        if priority != 0 { parts.append("priority: \(priority)") }
        if !needs.isEmpty { parts.append("needs: [\(needs.map(\.description).joined(separator: ", "))]") }
        if isReconfigurable { parts.append("takes options") }
        if isConcurrent { parts.append("initializesConcurrently: true") }
        if work != .none { parts.append("work: .\(work)\(workMayEnd ? ", workMayEnd: true" : "")") }
        if offer != .nothing { parts.append("offer: .\(offer)") }
        if isSubscriber { parts.append("subscribes: true") }
        if policy != .stop { parts.append("onFailure: .\(policy)") }
        for place in Place.allCases {
            guard let actions = actions[place] else { continue }
            let list = actions.map { "\($0.text)" }.joined(separator: "; ")
            parts.append("\(place.rawValue): { \(list) }")
        }
        let all = parts.map { ", \($0)" }.joined()
        if isRegistered, isListed { return "in modules.plist: \(name)\(all)" }
        return isRegistered ? "register(\(name)\(all))" : "let \(name.lowercased()) = module(\(name)\(all))"
    }
}

extension Entry: CustomStringConvertible {
    var description: String {
        var parts = number == 1 ? [] : ["number: \(number)"]
        if let level { parts.append("level: \(level)") }
        if let needs { parts.append("needs: [\(needs.map(\.description).joined(separator: ", "))]") }
        return Program.name(index) + (parts.isEmpty ? "" : " {\(parts.joined(separator: ", "))}")
    }
}

extension Part.Need: CustomStringConvertible {
    var description: String {
        let name = Program.name(target)
        return (isService ? ".service(Offer<\(name)>)" : ".named(\"\(name)\")") + (isOptional ? "?" : "")
    }
}

extension Action {
    var text: String {
        switch self {
        case .throwError: "throw Broken()"
        case .throwErrorIn(let numbers): "throw Broken() in \(numbers.sorted())"
        case .hang: "hang until cancelled"
        case .ignoreCancellation: "hang, also when cancelled"
        case .post(let number): "post(Ping(\(number)))"
        case .trigger(let number): "trigger(Ping(\(number)))"
        case .lookUp(let index): "service(Offer<\(Program.name(index))>)"
        case .withhold: "withholdReadiness()"
        case .restore: "restoreReadiness()"
        case .stop: "stop()"
        case .requestStop: "requestStop()"
        case .cancelTask: "cancel the task"
        case .startAgain: "start()"
        case .add(let index): "add(\(Program.name(index)))"
        case .remove(let index): "remove(\(Program.name(index)))"
        case .reload(let entries): "reload(\(entries.map(\.description).joined(separator: ", ")))"
        case .beDegraded: "return .degraded"
        }
    }
}

extension Operation: CustomStringConvertible {
    var description: String {
        switch self {
        case .register(let index): "register(\(Program.name(index)))"
        case .start: "start()"
        case .stop: "stop()"
        case .requestStop: "requestStop()"
        case .add(let index): "add(\(Program.name(index)))"
        case .remove(let index, let isAll):
            "remove(\(Program.name(index))\(isAll ? ", removesDependents: true" : ""))"
        case .reload(let entries): "reload(\(entries.map(\.description).joined(separator: ", ")))"
        case .trigger(let number, let stops): "trigger(Ping(\(number))\(stops ? ", stopAtFirstFailure: true" : ""))"
        case .post(let number): "post(Ping(\(number)))"
        case .lookUp(let index): "service(Offer<\(Program.name(index))>)"
        case .evict(let index): "evict(Offer<\(Program.name(index))>)"
        case .cached(let index): "cached(Offer<\(Program.name(index))>)"
        case .health: "health()"
        case .withhold(let index): "\(Program.name(index)).withholdReadiness()"
        case .restore(let index): "\(Program.name(index)).restoreReadiness()"
        case .endWork(let index, let end): "\(Program.name(index)).work.\(end)"
        case .release: "let go of what ignores its cancellation"
        }
    }
}
