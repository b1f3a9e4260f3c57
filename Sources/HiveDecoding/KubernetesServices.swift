// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The environment variables that Kubernetes gives every container, several for each service of the namespace.
///
/// For a service `shop-web` they are `SHOP_WEB_SERVICE_HOST`, `SHOP_WEB_SERVICE_PORT`, `SHOP_WEB_SERVICE_PORT_HTTP`,
/// `SHOP_WEB_PORT=tcp://10.0.0.1:80`, `SHOP_WEB_PORT_80_TCP=tcp://10.0.0.1:80`, and `SHOP_WEB_PORT_80_TCP_PROTO`,
/// `_PORT` and `_ADDR`. They mean no option of a module `Web`.
struct KubernetesServices {
    /// The services of which there is a variable that says for sure what it is.
    private var services: Set<String> = []

    init(_ statements: [OutsideOptions.Statement]) {
        for statement in statements where !statement.isArgument && Self.isAddress(statement.text) {
            if statement.name.ends(with: "_PORT") { services.insert(String(statement.name.dropLast("_PORT".count))) }
        }
    }

    /// The service for which Kubernetes has made a variable; one that fits an option only counts as such for sure.
    func service(of statement: OutsideOptions.Statement, fits: Bool) -> String? {
        guard !statement.isArgument, let service = Self.service(of: statement) else { return nil }
        return !fits || services.contains(service) ? service : nil
    }

    /// The warning about the variables of one service, of which there is at least one.
    static func warning(_ statements: [OutsideOptions.Statement], _ module: String) -> Problem {
        let more = statements.count - 1
        let others = more == 0 ? "" : " and \(more) more"
        let text = """
            Kubernetes has made this environment variable\(others) for a service; as options of \(module) they do not count.
            """
        let remedy = "Set enableServiceLinks: false in the pod, or give the service another name."
        return Problem(.warning, .unknownKey, at: statements.first?.origin, text, remedy: remedy)
    }

    /// The service that a variable names, if it has the form of one.
    private static func service(of statement: OutsideOptions.Statement) -> String? {
        let words = statement.name.parts(at: "_")
        func service(_ count: Int) -> String? { count > 0 ? words[..<count].joined(separator: "_") : nil }
        if words.last == "PORT", isAddress(statement.text) { return service(words.count - 1) }
        for (index, word) in words.enumerated().dropFirst() {
            let rest = words[(index + 1)...]
            switch (word, rest.first) {
            case ("SERVICE", "HOST") where rest.count == 1, ("SERVICE", "PORT"): return service(index)
            case ("PORT", let number?) where !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }:
                let end = rest.dropFirst()
                guard let transport = end.first, ["TCP", "UDP", "SCTP"].contains(transport) else { continue }
                if end.count == 1 || end.count == 2 && ["PROTO", "PORT", "ADDR"].contains(end.last) {
                    return service(index)
                }
            default: continue
            }
        }
        return nil
    }

    private static func isAddress(_ text: String?) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { text?.utf8.starts(with: $0.utf8) == true }
    }
}
