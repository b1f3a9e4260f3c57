// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Catches signals for one owner in the process, and gives them back.
///
/// Signals are process-wide, so only one trap can be set at a time (C40).
final class SignalTrap {
    private static let isSet = Atomic<Bool>(false)

    private let sources: [any DispatchSourceSignal]
    private let previous: [(signal: Int32, action: sigaction)]

    /// Catches signals; `receive` is called for each, one at a time, on a queue of its own.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidState`` when a trap is set already.
    init(_ signals: [Int32], receive: @escaping @Sendable (Int32) -> Void) throws {
        guard Self.isSet.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else {
            let text = "Another hive runs in this process with run(), and signals have one receiver. Use start() and stop()."
            throw HiveError(.invalidState, text)
        }
        let queue = DispatchQueue(label: "hive.signals")
        var sources: [any DispatchSourceSignal] = []
        var previous: [(signal: Int32, action: sigaction)] = []
        for number in signals {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { receive(number) }
            source.activate()
            sources.append(source)
            // The source sees the signal all the same; without this its default action would end the process.
            var ignore = sigaction()
            #if canImport(Darwin)
            ignore.__sigaction_u.__sa_handler = SIG_IGN
            #else
            ignore.__sigaction_handler.sa_handler = SIG_IGN
            #endif
            var old = sigaction()
            sigaction(number, &ignore, &old)
            previous.append((number, old))
        }
        self.sources = sources
        self.previous = previous
    }

    /// Gives the signals back to whoever had them.
    func restore() {
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        for source in sources { source.cancel() }
        Self.isSet.store(false, ordering: .releasing)
    }

    /// A signal's name, such as `SIGTERM`.
    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        case SIGTSTP: "SIGTSTP"
        case SIGCONT: "SIGCONT"
        default: "signal \(signal)"
        }
    }
}

/// Writes a text to the standard error stream, for a person.
func writeToStandardError(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = write(STDERR_FILENO, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return }  // There is nobody left to tell.
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
}

/// Ends the process at once, without anybody's exit handlers.
func endProcess(_ code: Int32) -> Never { _exit(code) }
