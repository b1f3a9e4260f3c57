// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the person at the command line wants.
package struct CommandLineOptions: Hashable, Sendable {
    /// The folder with `modules.plist` and `services.plist`.
    package var config = "Config"
    /// The file with the orders, or `-` for standard input.
    package var orders = "Sources/SampleModules/Data/orders.jsonl"
    /// Property lists that are read after `modules.plist` and win over it, in order.
    package var overlays: [String] = []
    /// Whether a hang-up of the terminal checks the property lists again instead of ending the program.
    package var reloads = false
    /// Whether to take orders from clients that connect, until a signal, in place of those of a file.
    package var serves = false
    /// Options of modules, such as `--Server.port=0`, as the hive reads them.
    package var moduleOptions: [String] = []
    /// What to answer when the orders are processed, in place of a report on them.
    package var request: Request?
    /// What to answer about the hive, and do nothing else: a command and its options.
    package var hiveCommand: [String]?
    /// Whether to explain the program and do nothing else.
    package var wantsHelp = false

    /// What is wrong with a command line, and what to do about it.
    package struct Mistake: Error, CustomStringConvertible {
        package let description: String
    }

    /// What `--help` prints.
    package static let help = """
        A small shop: runs a file of orders through modules that Config/ lists.

        usage: SampleModules [--orders FILE] [--config FOLDER] [--overlay FILE]… [--reload]
               SampleModules serve [--Server.port=PORT] [OPTION]…
               SampleModules open URL [OPTION]…
               SampleModules call TARGET ACTION JSON [OPTION]…
               SampleModules quote SKU [QUANTITY] [OPTION]…
               SampleModules [OPTION]… hive COMMAND

          serve             take orders from clients on this machine, as serve.plist of the folder says, until a signal
          open URL          process the orders quietly, then open a URL as somebody outside does
          call TARGET ACTION JSON
                            process the orders quietly, then call an action as a module does
          quote SKU [QUANTITY]
                            say what so many of a product cost, 1 if nothing else is said; no order is read, and only
                            the modules run that this needs: quote SKU hive list shows which
          hive COMMAND      say what the modules of the property lists are, and what is wrong with them;
                            hive --help lists the commands
          --orders FILE     orders, one JSON object a line; - is standard input
                            (default: \(CommandLineOptions().orders))
          --config FOLDER   the folder with modules.plist and services.plist
                            (default: \(CommandLineOptions().config))
          --overlay FILE    a further file like modules.plist, which wins over it
          --MODULE.OPTION=VALUE
                            an option of a module, which wins over SHOP_MODULE_OPTION and the property lists
          --reload          on SIGHUP, read the property lists again and run what they say
          --help            print this and stop

        An order: {"id":"A-1","customer":"Ada","lines":[{"sku":"MUG","quantity":2}],"shipping":"express"}
        "shipping" may be left out. A client of serve sends one a line: order A-1 Ada MUG=2 POT=1 express
        It may ask how the shop is by the line: health

        SIGINT, SIGTERM and SIGHUP close the shop: the order in hand is finished, and those that were read and
        not begun are listed; clients that have sent an order are answered. A second SIGINT or SIGTERM ends the
        program at once.

        For instance: open 'shop://orders/42?verbose=true', or call Trade quote '{"sku":"tea","quantity":3}'.

        exit codes: 0 well, also when orders were rejected or a signal closed the shop; 64 wrong command line,
        also a URL or call that fits nothing here; 66 orders not readable; 70 the start, the work or a call
        failed; 71 the stop failed; 74 output not writable; 75 a module took too long; 78 configuration;
        128 + n second signal n
        """

    /// Reads a command line, without the program's name.
    ///
    /// - Throws: ``Mistake``.
    package init(_ arguments: [String] = []) throws(Mistake) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // By scalars: what combines with the `=` belongs to the value.
            let scalars = argument.unicodeScalars
            let end = scalars.firstIndex(of: "=") ?? scalars.endIndex
            let name = String(scalars[..<end])
            let inline = end < scalars.endIndex ? String(scalars[end...].dropFirst()) : nil
            switch name {
            case "--help" where inline == nil, "-h" where inline == nil:
                wantsHelp = true
            case "--orders":
                orders = try Self.value(of: name, inline ?? rest.popFirst())
            case "--config":
                config = try Self.value(of: name, inline ?? rest.popFirst())
            case "--overlay":
                overlays.append(try Self.value(of: name, inline ?? rest.popFirst()))
            case "--reload" where inline == nil:
                reloads = true
            case _ where inline != nil && name.utf8.starts(with: "--".utf8) && name.contains("."):
                moduleOptions.append(argument)
            case "serve" where inline == nil && request == nil:
                serves = true
            case "hive" where inline == nil && request?.processesOrders != true:
                hiveCommand = Array(rest)
                return
            case "open" where inline == nil, "call" where inline == nil, "quote" where inline == nil:
                guard request == nil, !serves else {
                    throw Mistake(description: "one serve, open, call or quote at a time; --help lists the options")
                }
                request = try Self.request(name, &rest)
            default:
                let kind = argument.utf8.starts(with: "-".utf8) ? "unknown option" : "unexpected argument"
                throw Mistake(description: "\(kind) \(argument.quoted); --help lists the options")
            }
        }
    }

    private init() {}

    /// The property lists that are read after `modules.plist`: that of the server first, where there is to be one.
    var allOverlays: [String] {
        (serves ? [config + (config.utf8.last == UInt8(ascii: "/") ? "" : "/") + "serve.plist"] : []) + overlays
    }

    /// Takes the words of a request as they are; the modules check them later.
    private static func request(_ name: String, _ rest: inout ArraySlice<String>) throws(Mistake) -> Request {
        let words = rest.prefix(name == "call" ? 3 : 1).map { $0 }
        rest = rest.dropFirst(words.count)
        switch words.count {
        case 1 where name == "quote" && !words[0].utf8.starts(with: "-".utf8):
            let quantity = rest.first.flatMap { Int($0) }
            if quantity != nil { rest.removeFirst() }
            return .quote(sku: words[0], quantity: quantity ?? 1)
        case 1 where name == "open": return .open(url: words[0])
        case 3: return .call(target: words[0], action: words[1], parameters: words[2])
        default:
            let forms = ["open": "a URL", "quote": "the number of a product"]
            let form = forms[name] ?? "a target, an action and a JSON object"
            throw Mistake(description: "\(name) needs \(form); --help lists the options")
        }
    }

    private static func value(of name: String, _ value: String?) throws(Mistake) -> String {
        if let value, !value.isEmpty, value == "-" || !value.utf8.starts(with: "-".utf8) { return value }
        throw Mistake(description: "\(name) needs a value; --help lists the options")
    }
}
