// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveCommands
import HivePlatform
import Synchronization

/// Answers the clients of a socket on one thread of its own, which never waits for one of them.
final class ControlServer: Sendable {
    /// What a client may take.
    struct Limits {
        var clients = 16
        /// How many answers may be made at a time by modules, and how many by a stop, which takes as long as they do.
        var asking = 8
        /// How many may watch.
        var watching = 4
        /// How many places are kept for those who neither wait nor watch; half of that where somebody asks for a stop.
        var reserve = 4
        /// How long a client may say nothing where others wait to be let in, in milliseconds.
        var silence = 100
        /// How long a request, and taking the whole answer, may last, in milliseconds; a client that waits hears
        /// something twice as often.
        var patience = 10_000
        /// After how long those who watch are told what has changed, in milliseconds.
        var interval = 250
    }

    /// An answer that is being made: the server takes it, or, once that has ended, the client itself.
    private final class PendingAnswer: Sendable {
        private let state = Mutex<(text: String?, client: ControlConnection?)>((nil, nil))

        /// Nil until it is made.
        var text: String? { state.withLock { $0.text } }

        func give(_ text: String) {
            let client = state.withLock { state in
                state.text = text
                return state.client
            }
            client?.send(text)
        }

        /// Leaves a client to who makes the answer; returns what is there already.
        func leave(_ client: ControlConnection) -> String? {
            state.withLock { state in
                if state.text == nil { state.client = client }
                return state.text
            }
        }
    }

    /// A client, and how far it is.
    private struct Client {
        enum Stage {
            /// It has sent a part of its request.
            case asking([UInt8])
            /// It waits for an answer.
            case waiting(PendingAnswer)
            /// It takes its answer.
            case taking
            /// It is told what changes.
            case watching(StatusWatch)
        }

        let connection: ControlConnection
        var stage = Stage.asking([])
        /// What it was told, and has not taken yet.
        var rest: ArraySlice<UInt8> = []
        /// When it must be further, or, where that is not its turn, when it is told something again.
        var due: Int
        /// When it is told that nothing has changed.
        var sign = 0

        var isAsking: Bool { if case .asking = stage { true } else { false } }
        var isWatching: Bool { if case .watching = stage { true } else { false } }
        var isWaiting: Bool { if case .waiting = stage { true } else { false } }
        var isDue: Bool { ControlProtocol.now >= due }
        var isLate: Bool { isDue && (isAsking || !rest.isEmpty) }

        /// What it is watched for; that it has gone is told in any case.
        var events: Int16 { isAsking ? Int16(POLLIN) : rest.isEmpty ? 0 : Int16(POLLOUT) }
    }

    /// What the thread is told, which is woken for it, and what it has others make.
    private struct State {
        var mustEnd = false
        /// How many answers are being made: what was asked for goes on when its client has gone.
        var asked = 0
        /// How many wait for a stop, which what hangs keeps nobody from asking for.
        var stops = 0

        /// Takes a place for an answer that is to be made, where there is one.
        mutating func takesPlace(isForStop: Bool, limit: Int) -> Bool {
            guard (isForStop ? stops : asked) < limit else { return false }
            if isForStop { stops += 1 } else { asked += 1 }
            return true
        }
    }

    private let socket: ControlSocket
    private let limits: Limits
    private let mayAsk: @Sendable (uid_t?) -> Bool
    private let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer
    private let state = Mutex(State())
    private let pipe: WakePipe
    // A serial queue has a thread of its own, however many others are blocked.
    private let queue = DispatchQueue(label: "hive.control")

    /// Begins to answer.
    ///
    /// - Parameters:
    ///   - socket: What it listens on; it is removed with the server.
    ///   - limits: What a client may take.
    ///   - mayAsk: Whether a user is answered.
    ///   - answer: Makes the answer to a line of a user; called on the server's thread, without a lock.
    /// - Throws: `HiveError` with `invalidState` when the process has no descriptor left.
    init(
        _ socket: ControlSocket,
        limits: Limits = Limits(),
        mayAsk: @escaping @Sendable (uid_t?) -> Bool = { ControlPeer.isAnswered($0) },
        answer: @escaping @Sendable ([UInt8], uid_t?) -> ControlAnswer
    ) throws {
        guard let pipe = WakePipe() else {
            let reason = ControlFolder.reason(errno)
            socket.remove()
            throw HiveError(.invalidState, "ControlModule has no pipe: \(reason).")
        }
        self.pipe = pipe
        (self.socket, self.limits, self.mayAsk, self.answer) = (socket, limits, mayAsk, answer)
        queue.async { self.serve() }
    }

    /// Closes all clients at once, but those that wait for an answer, and removes the socket; call it once.
    func end() async {
        state.withLock { $0.mustEnd = true }
        pipe.wake()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func serve() {
        var clients: [Client] = []
        while true {
            // Others wait in the system's queue, which is short; the oldest that says nothing makes way for one.
            let opening = clients.count < limits.clients ? .min : silent(among: clients)?.end ?? .max
            let isOpen = ControlProtocol.now >= opening
            var polled = [
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
                // The system passes over what is negative.
                pollfd(fd: isOpen ? socket.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            polled += clients.map { pollfd(fd: $0.connection.descriptor, events: $0.events, revents: 0) }
            let next = (clients.map(\.due) + (isOpen ? [] : [opening])).min()
            let wait = next.map { Int32(clamping: max(0, $0 - ControlProtocol.now)) } ?? -1
            _ = poll(&polled, nfds_t(polled.count), wait)
            if polled[0].revents != 0 { pipe.empty() }
            if state.withLock({ $0.mustEnd }) { break }
            var kept: [Client] = []
            for (place, client) in clients.enumerated() {
                var client = client
                if goOn(&client, polled[place + 2].revents, beside: kept + clients[(place + 1)...]) {
                    kept.append(client)
                }
            }
            if polled[1].revents != 0 {
                if kept.count >= limits.clients, let silent = silent(among: kept) { kept.remove(at: silent.place) }
                if kept.count < limits.clients { admit(into: &kept) }
            }
            clients = kept
        }
        end(clients)
        socket.remove()
    }

    /// The client that has had the most time to send its request, and when that is enough.
    private func silent(among clients: [Client]) -> (place: Int, end: Int)? {
        let asking = clients.indices.filter { clients[$0].isAsking }
        let first = asking.min { clients[$0].due < clients[$1].due }
        return first.map { ($0, clients[$0].due - limits.patience + limits.silence) }
    }

    private func admit(into clients: inout [Client]) {
        let descriptor = accept(socket.descriptor, nil, nil)
        guard descriptor >= 0 else {
            // Without a descriptor, or memory, the client stays in the queue: trying at once again would use a core.
            if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { usleep(10_000) }
            return
        }
        let connection = ControlConnection(descriptor)
        guard mayAsk(connection.user) else { return }
        clients.append(Client(connection: connection, due: ControlProtocol.now + limits.patience))
    }

    /// Reads or writes what can be without waiting, and says whether the client stays.
    private func goOn(_ client: inout Client, _ events: Int16, beside others: [Client]) -> Bool {
        switch client.stage {
        case .asking(let request):
            // Who has gone, perhaps because it was not answered in time, is not to have its wish later.
            if events & Int16(POLLHUP) != 0 { return false }
            if events != 0 { return receive(&client, behind: request, beside: others) }
        case .waiting(let answer):
            if let text = answer.text { return begin(text, to: &client) }
            // It has gone.
            if events != 0 { return false }
            if client.isDue {
                client.due = ControlProtocol.now + limits.patience / 2
                return client.connection.send(ControlAnswer.sign()) != nil
            }
        case .watching(let watch):
            if events & Int16(POLLOUT) == 0, events != 0 { return false }
            if events != 0 || client.rest.isEmpty && client.isDue { return tell(watch, to: &client) }
        case .taking:
            if events != 0 { return send(to: &client) }
        }
        return !client.isLate
    }

    private func receive(_ client: inout Client, behind request: [UInt8], beside others: [Client]) -> Bool {
        var bytes = [UInt8](repeating: 0, count: ControlProtocol.longestRequest)
        let count = read(client.connection.descriptor, &bytes, bytes.count)
        if count < 0 { return (errno == EAGAIN || errno == EINTR) && !client.isLate }
        if count == 0 { return false }
        let request = request + bytes.prefix(count)
        let found: ControlAnswer
        if let end = request.firstIndex(of: UInt8(ascii: "\n")), end < ControlProtocol.longestRequest {
            found = answer(Array(request[..<end]), client.connection.user)
        } else if request.count >= ControlProtocol.longestRequest {
            found = .refusal("A request has at most \(ControlProtocol.longestRequest) bytes.")
        } else {
            client.stage = .asking(request)
            return !client.isLate
        }
        switch found {
        case .none: return false
        case .lines(let text): return begin(text, to: &client)
        case .waits(let isForStop, let begin):
            guard hasRoom(beside: others, reserve: isForStop ? limits.reserve / 2 : limits.reserve),
                state.withLock({ $0.takesPlace(isForStop: isForStop, limit: limits.asking) })
            else { return self.begin(isForStop ? ControlAnswer.stopping : ControlAnswer.busy, to: &client) }
            let answer = PendingAnswer()
            (client.stage, client.due) = (.waiting(answer), ControlProtocol.now + limits.patience / 2)
            // Whoever sees the process end knows by it that the stop was begun.
            if isForStop { client.connection.send(ControlAnswer.sign()) }
            begin { text in
                if !isForStop { self.state.withLock { $0.asked -= 1 } }
                answer.give(text)
                self.pipe.wake()
            }
            return true
        case .watches(let watch):
            let mayWatch = others.count(where: \.isWatching) < limits.watching
            guard mayWatch, hasRoom(beside: others, reserve: limits.reserve) else {
                return begin(ControlAnswer.busy, to: &client)
            }
            return tell(watch, to: &client)
        }
    }

    /// Says once more what there is to say, and leaves those that wait to who answers them.
    private func end(_ clients: [Client]) {
        for client in clients {
            switch client.stage {
            case .waiting(let answer):
                // Nobody else sends to it yet.
                if answer.text == nil { client.connection.send(ControlAnswer.sign(isLast: true)) }
                if let text = answer.leave(client.connection) { client.connection.send(text) }
            case .watching(var watch):
                let text = (watch.news() ?? "") + ControlAnswer.end() + "\n"
                client.connection.send(client.rest + Array(text.utf8))
            case .asking: refuse(client.connection)
            case .taking: break
            }
        }
        // Those that wait to be let in, too, but not whoever comes meanwhile: a stop waits for this.
        for _ in 0..<limits.clients {
            let descriptor = accept(socket.descriptor, nil, nil)
            guard descriptor >= 0 else { break }
            let connection = ControlConnection(descriptor)
            if mayAsk(connection.user) { refuse(connection) }
        }
    }

    /// Says that nobody answers any more.
    private func refuse(_ connection: ControlConnection) {
        // What is left unread would be told to the client as a fault.
        var bytes = [UInt8](repeating: 0, count: ControlProtocol.longestRequest)
        _ = read(connection.descriptor, &bytes, bytes.count)
        connection.send(ControlAnswer.ending)
    }

    /// Whether one more may stay for long.
    private func hasRoom(beside others: [Client], reserve: Int) -> Bool {
        others.count { $0.isWaiting || $0.isWatching } < max(1, limits.clients - reserve)
    }

    private func begin(_ answer: String, to client: inout Client) -> Bool {
        (client.stage, client.rest) = (.taking, Array(answer.utf8)[...])
        client.due = ControlProtocol.now + limits.patience
        return send(to: &client)
    }

    private func send(to client: inout Client) -> Bool {
        guard let rest = client.connection.send(client.rest) else { return false }
        client.rest = rest
        return !rest.isEmpty && !client.isLate
    }

    /// Tells a client that watches what has changed, or now and then that nothing has, when it has taken the rest.
    private func tell(_ watch: StatusWatch, to client: inout Client) -> Bool {
        var watch = watch
        if client.rest.isEmpty {
            let now = ControlProtocol.now
            client.due = now + limits.patience
            let news = watch.news() ?? (now >= client.sign ? ControlAnswer.sign() : nil)
            if let news { (client.rest, client.sign) = (Array(news.utf8)[...], now + limits.patience / 2) }
        }
        guard let rest = client.connection.send(client.rest) else { return false }
        (client.stage, client.rest) = (.watching(watch), rest)
        if rest.isEmpty { client.due = ControlProtocol.now + limits.interval }
        return !client.isLate
    }
}
