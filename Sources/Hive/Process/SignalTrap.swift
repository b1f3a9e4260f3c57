// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform
import Synchronization

/// Catches signals for one receiver in the process, until ``restore()``.
///
/// The handler writes the signal's number into a pipe, which is about all that a signal handler may do; a dispatch
/// source reads it. Signals are process-wide, so only one trap can be set at a time (C40).
final class SignalTrap {
    private static let isSet = Atomic<Bool>(false)

    /// Made once: a handler that runs late on another thread must find it open.
    private static let pipe: WakePipe? = {
        let pipe = WakePipe()
        writeEnd.store(pipe?.writing ?? -1, ordering: .releasing)
        unwritten.store(0, ordering: .releasing)
        return pipe
    }()

    private static let writeEnd = Atomic<Int32>(-1)

    /// The signals for which the pipe had no room, a bit each.
    private static let unwritten = Atomic<UInt64>(0)

    private let queue: DispatchQueue
    private let source: any DispatchSourceRead
    /// What was to be done about the signals before.
    private var previous: [Int32: sigaction] = [:]

    /// Catches signals; `receive` is called for each, one at a time, on the queue.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when a trap is set already, or when the process has
    ///   no file descriptor left.
    init(_ signals: [Int32], queue: DispatchQueue, receive: @escaping @Sendable (Int32) -> Void) throws {
        guard !ExploredProcess.isSet else {
            let text = "Signals are not part of a schedule that a seed decides, nor are sockets of a supervisor."
            throw HiveError(.invalidState, "\(text) Use start() and stop().")
        }
        guard Self.isSet.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else {
            let text = "Another hive runs in this process with run(), and signals have one receiver."
            throw HiveError(.invalidState, "\(text) Use start() and stop().")
        }
        guard let pipe = Self.pipe else {
            Self.isSet.store(false, ordering: .releasing)
            throw HiveError(.invalidState, "Signals cannot be caught: the process has no file descriptor left.")
        }
        self.queue = queue
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: queue)
        source.setEventHandler { Self.deliverCaught(to: receive) }
        source.activate()
        catchSignals(signals)
    }

    /// Catches signals from now on, those too for which the program has another handler by now.
    ///
    /// What the process ignores stays ignored: it was started so, as by `nohup` or by `command &` in a shell script, or
    /// has decided so (C59).
    func catchSignals(_ signals: [Int32]) {
        for number in signals {
            var (found, action) = (sigaction(), Self.action)
            sigaction(number, nil, &found)
            if Self.isIgnored(found) {
                previous[number] = nil
            } else if Self.address(of: found) != Self.address(of: action) {
                previous[number] = found
                sigaction(number, &action, nil)
            }
        }
    }

    /// Receives the signals that were caught and not received yet; call it on the trap's queue.
    static func deliverCaught(to receive: (Int32) -> Void) {
        guard let pipe else { return }
        var byte = wake
        while read(pipe.reading, &byte, 1) == 1 {
            if byte != wake { receive(Int32(byte)) }
        }
        let rest = unwritten.exchange(0, ordering: .acquiring)
        let numbers = (1..<64 as Range<Int32>).filter { rest >> $0 & 1 == 1 }
        // Their order is lost. SIGCONT calls a suspension off, so it comes last: a process that is suspended after it
        // is suspended for good.
        for number in numbers where number != SIGCONT { receive(number) }
        for number in numbers where number == SIGCONT { receive(number) }
    }

    /// Restores the handlers that the signals had before.
    ///
    /// Signals that were caught and not received yet are dropped, so that the next trap does not receive them.
    func restore() {
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        source.cancel()
        queue.sync { Self.deliverCaught { _ in } }
        Self.isSet.store(false, ordering: .releasing)
    }

    /// What the system is told to do about a signal that is caught.
    private static var action: sigaction {
        var action = sigaction()
        action.sa_flags = SA_RESTART
        let handler: @convention(c) (Int32) -> Void = { number in
            let saved = errno
            SignalTrap.note(UInt8(truncatingIfNeeded: number))
            errno = saved
        }
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        return action
    }

    /// Writes a signal to the pipe; called by the handler.
    ///
    /// Many signals of one kind must not hide another: if the pipe is full, the signal is kept in `unwritten`, each
    /// kind once. The second try wakes a reader that has just emptied the pipe and looked at `unwritten`.
    private static func note(_ number: UInt8) {
        let end = writeEnd.load(ordering: .relaxed)
        var byte = number
        guard write(end, &byte, 1) != 1 else { return }
        unwritten.bitwiseOr(1 << UInt64(number), ordering: .releasing)
        byte = wake
        _ = write(end, &byte, 1)
    }

    /// No signal has this number.
    private static var wake: UInt8 { 0 }

    /// Whether a signal was sent to the process and has not reached its handler yet.
    ///
    /// It sees signals that the calling thread blocks, as the threads of a dispatch queue do.
    static func isPending(_ signal: Int32) -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, signal) == 1
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        // Sound: both are words; handlers cannot be compared in any other way.
        address(of: action) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Where the handler is, or the number that stands for the system's own.
    private static func address(of action: sigaction) -> Int {
        #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
        #else
        let handler = action.__sigaction_handler.sa_handler
        #endif
        // Sound: both are words; handlers cannot be compared in any other way.
        return unsafeBitCast(handler, to: Int.self)
    }

    /// The name of a signal that stops a program, such as `SIGTERM`.
    static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
