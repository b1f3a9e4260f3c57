// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// The services, with who provides and who uses them.
    var serviceTable: Markup {
        let note: Markup? = isPlan ? Self.servicesNote : nil
        let services = PageService.all(of: hive, plan)
        if services.isEmpty { return note ?? "<p>There are no services.</p>\n" }
        let rows = services.map { service -> Markup in
            let name = Markup("\(.name(service.type))\(service.name.map { "<br/>named \(.code($0))" })")
            let providers = service.providers.map { provider in
                let name = owner(provider.module).noting(provider.note.map(Markup.text))
                return provider.origins.prefix(8).reduce(name) { $0.noting(.place($1)) }
            }
            let users = service.users.map { user -> Markup in
                "\(owner(user.module))\(user.isOptional ? " <small>(optional)</small>" : nil)"
            }
            return .row(
                name.noting(service.scope.map { "\($0)" }),
                [providers.isEmpty ? "nobody" : providers.lines, users.lines]
            )
        }
        let table = Markup.table(
            "The services, by type and name",
            [("Service", 34), ("Provided by", 33), ("Used by", 33)],
            rows
        )
        return """
            \(note)\(table)<p><small>Users are the modules whose dependencies name a service, and those with an \
            autowired field for it. Who only looks a service up is not noted.</small></p>

            """
    }

    private static let servicesNote: Markup = """
        <p>Modules register services when they are set up. Before the start there are those that the configuration's \
        files name, that modules say they provide, and that the hive has registered itself.</p>

        """

    /// The events, with how often each was delivered, and how many handlers each module has for them.
    var eventTable: Markup {
        if events.isEmpty {
            return isPlan
                ? "<p>Modules subscribe to events when they are set up, so before the start nobody does.</p>\n\(queue)"
                : "<p>Nobody subscribes to an event, and none was delivered.</p>\n\(queue)"
        }
        let rows = events.map { event -> Markup in
            let modules = event.subscribers.map { subscriber -> Markup in
                "\(owner(subscriber.module))\(subscriber.count == 1 ? nil : " × \(subscriber.count)")"
            }
            let count = event.deliveries.map { "\($0)" as Markup } ?? "–"
            let failures: Markup? =
                event.failures == 0 ? nil : "\(event.failures.counted("call")) \(.badge("failed", .bad))"
            return .row(.name(event.name), [count.noting(failures), modules.isEmpty ? "nobody" : modules.lines])
        }
        let table = Markup.table(
            "The events that somebody subscribes to, or that were delivered",
            [("Event", 45), ("Delivered", 22), ("Handled by", 33)],
            rows
        )
        return """
            \(table)\(queue)<p><small>An event is counted once, when its delivery begins, also where nobody handles it; \
            one by a name that is bound to a type is counted with the type.</small></p>

            """
    }

    /// What the queue holds, and what it did not take.
    private var queue: Markup? {
        let (waiting, refused) = (hive.events.queuedCount, hive.events.refusedCount)
        if events.isEmpty, waiting == 0, refused == 0 { return nil }
        let note: Markup? = refused == 0 ? nil : ", and \(refused.counted("was", "were")) refused"
        return "<p>\(waiting.counted("event waits", "events wait")) in the queue\(note).</p>\n"
    }

    /// The options of the modules, each with what it hides.
    var optionTable: Markup {
        let groups = plan.modules.compactMap(options)
        if groups.isEmpty { return "<p>No module has options.</p>\n" }
        return .table(
            "The options that count, with the place that states each",
            [("Option", 34), ("Value and place", 66)],
            bodies: groups.joined()
        )
    }

    private func options(of module: ModuleDescriptor) -> Markup? {
        let statements = module.optionSources.statements
        let rows = statements.compactMap { path, statements -> Markup? in
            guard let winner = statements.first else { return nil }
            let hidden = statements.dropFirst().prefix(8).map { Markup.place($0.origin) }
            let value = Markup.code(winner.value.description).noting(.place(winner.origin))
            return .row(.name(path.description), [value.noting(hidden.isEmpty ? nil : "hides \(hidden.joined(", "))")])
        }
        let head: Markup = "<tr><th class=\"group\" scope=\"rowgroup\" colspan=\"2\">\(link(module.name))</th></tr>"
        if !rows.isEmpty { return "<tbody>\(head)\n\(rows.joined())</tbody>\n" }
        guard case .dictionary(let entries) = module.options, !entries.isEmpty else { return nil }
        return """
            <tbody>\(head)
            <tr><td colspan="2">\(entries.count) not shown: without a type <code>Options</code> nothing says which \
            options are secret.</td></tr></tbody>

            """
    }
}
