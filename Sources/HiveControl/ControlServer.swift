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

    /// A client, and how far it is.
    private struct Client {
        enum Stage {
            /// It has sent a part of its request.
            case asking([UInt8])
            /// It waits for the answer that is being made, which has this number.
            case waiting(Int)
            /// It takes its answer.
            case taking
            /// It is told what changes.
            case watching(StatusWatch)
        }

        let connection: ControlConnection
        var stage = Stage.asking([])
        /// What it was told, and has not taken yet.
        var rest: ArraySlice<UInt8> = []
        /// When it must be further; nil while it waits for an answer.
        var deadline: Int?
        /// When it is told something again that waits or watches.
        var due: Int?
        /// When it is told that nothing has changed.
        var sign = 0

        var isWatching: Bool { if case .watching = stage { true } else { false } }
        var isWaiting: Bool { if case .waiting = stage { true } else { false } }
        var isLate: Bool { deadline.map { ControlProtocol.now >= $0 } ?? false }
        var isDue: Bool { due.map { ControlProtocol.now >= $0 } ?? false }

        /// What it is watched for; that it has gone is told in any case.
        var events: Int16 {
            if case .asking = stage { return Int16(POLLIN) }
            return rest.isEmpty ? 0 : Int16(POLLOUT)
        }
    }

    /// What others tell the thread, which they wake, and what they are told to make.
    private struct News {
        var answers: [Int: String] = [:]
        var mustEnd = false
        /// Those that wait when the server has ended, by the numbers of their answers.
        var left: [Int: ControlConnection] = [:]
        /// How many answers are being made: what was asked for goes on when its client has gone.
        var asked = 0
        /// How many wait for a stop, which what hangs keeps nobody from asking for.
        var stops = 0
        private var lastNumber = 0

        /// The number of an answer that is to be made; nil where no more may be made at a time.
        mutating func number(isForStop: Bool, limit: Int) -> Int? {
            guard (isForStop ? stops : asked) < limit else { return nil }
            if isForStop { stops += 1 } else { asked += 1 }
            lastNumber += 1
            return lastNumber
        }
    }

    private let socket: ControlSocket
    private let limits: Limits
    private let mayAsk: @Sendable (uid_t?) -> Bool
    private let answer: @Sendable ([UInt8], uid_t?) -> ControlAnswer
    private let news = Mutex(News())
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
        news.withLock { $0.mustEnd = true }
        pipe.wake()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func serve() {
        var clients: [Client] = []
        while true {
            var polled = [pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)]
            polled += clients.map { pollfd(fd: $0.connection.descriptor, events: $0.events, revents: 0) }
            // Others wait in the system's queue, which is short; the oldest that says nothing makes way for one.
            let isFull = clients.count >= limits.clients
            let silent = isFull ? silent(among: clients) : nil
            if !isFull || silent.map({ ControlProtocol.now >= $0.end }) ?? false {
                polled.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
            }
            var next = clients.flatMap { [$0.deadline, $0.due].compactMap(\.self) }.min()
            if let silent, polled.count == clients.count + 1 { next = min(next ?? .max, silent.end) }
            let wait = next.map { Int32(clamping: max(0, $0 - ControlProtocol.now)) } ?? -1
            _ = poll(&polled, nfds_t(polled.count), wait)
            if polled[0].revents != 0 { pipe.empty() }
            let told = news.withLock { news in
                defer { news.answers = [:] }
                return news
            }
            if told.mustEnd {
                end(clients, told.answers)
                break
            }
            var kept: [Client] = []
            for (place, client) in clients.enumerated() {
                var client = client
                if goOn(&client, polled[place + 1].revents, told.answers, beside: kept + clients[(place + 1)...]) {
                    kept.append(client)
                }
            }
            if polled.count == clients.count + 2, polled[clients.count + 1].revents != 0 {
                if kept.count >= limits.clients, let silent = self.silent(among: kept) { kept.remove(at: silent.place) }
                if kept.count < limits.clients { admit(into: &kept) }
            }
            clients = kept
        }
        socket.remove()
    }

    /// The client that has had the most time to send its request, and when that is enough.
    private func silent(among clients: [Client]) -> (place: Int, end: Int)? {
        let silent = clients.enumerated().compactMap { place, client -> (place: Int, end: Int)? in
            guard case .asking = client.stage, let deadline = client.deadline else { return nil }
            return (place, deadline - limits.patience + limits.silence)
        }
        return silent.min { $0.end < $1.end }
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
        clients.append(Client(connection: connection, deadline: ControlProtocol.now + limits.patience))
    }

    /// Reads or writes what can be without waiting, and says whether the client stays.
    private func goOn(_ client: inout Client, _ events: Int16, _ answers: [Int: String], beside others: [Client])
        -> Bool
    {
        switch client.stage {
        case .asking(let request):
            // Who has gone, perhaps because it was not answered in time, is not to have its wish later.
            if events & Int16(POLLHUP) != 0 { return false }
            if events != 0 { return receive(&client, behind: request, beside: others) }
        case .waiting(let number):
            if let answer = answers[number] { return begin(answer, to: &client) }
            // It has gone.
            if events != 0 { return false }
            if client.isDue {
                client.due = ControlProtocol.now + limits.patience / 2
                return client.connection.send(Array(ControlAnswer.sign().utf8)[...]) != nil
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
                let number = news.withLock({ $0.number(isForStop: isForStop, limit: limits.asking) })
            else { return self.begin(isForStop ? ControlAnswer.stopping : ControlAnswer.busy, to: &client) }
            (client.stage, client.deadline) = (.waiting(number), nil)
            client.due = ControlProtocol.now + limits.patience / 2
            // Whoever sees the process end knows by it that the stop was begun.
            if isForStop { client.connection.send(Array(ControlAnswer.sign().utf8)[...]) }
            begin { self.take($0, number, isForStop: isForStop) }
            return true
        case .watches(let watch):
            let mayWatch = others.count(where: \.isWatching) < limits.watching
            guard mayWatch, hasRoom(beside: others, reserve: limits.reserve) else {
                return begin(ControlAnswer.busy, to: &client)
            }
            client.deadline = nil
            return tell(watch, to: &client)
        }
    }

    /// Takes an answer that was waited for.
    private func take(_ answer: String, _ number: Int, isForStop: Bool) {
        let left = news.withLock { news -> ControlConnection? in
            if !isForStop { news.asked -= 1 }
            let left = news.left.removeValue(forKey: number)
            if left == nil { news.answers[number] = answer }
            return left
        }
        if let left { left.send(Array(answer.utf8)[...]) } else { pipe.wake() }
    }

    /// Says once more what there is to say, and leaves those that wait to who answers them.
    private func end(_ clients: [Client], _ answers: [Int: String]) {
        for client in clients {
            switch client.stage {
            case .waiting(let number):
                // Nobody else sends to it yet.
                if answers[number] == nil { client.connection.send(Array(ControlAnswer.sign(isLast: true).utf8)[...]) }
                let answer = news.withLock { news in
                    let answer = answers[number] ?? news.answers[number]
                    if answer == nil { news.left[number] = client.connection }
                    return answer
                }
                if let answer { client.connection.send(Array(answer.utf8)[...]) }
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
        connection.send(Array(ControlAnswer.ending.utf8)[...])
    }

    /// Whether one more may stay for long.
    private func hasRoom(beside others: [Client], reserve: Int) -> Bool {
        others.count { $0.isWaiting || $0.isWatching } < max(1, limits.clients - reserve)
    }

    private func begin(_ answer: String, to client: inout Client) -> Bool {
        (client.stage, client.rest) = (.taking, Array(answer.utf8)[...])
        (client.due, client.deadline) = (nil, ControlProtocol.now + limits.patience)
        return send(to: &client)
    }

    private func send(to client: inout Client) -> Bool {
        guard let rest = client.connection.send(client.rest) else { return false }
        client.rest = rest
        return !rest.isEmpty && !client.isLate
    }

    /// Tells a client that watches what has changed, or now and then that nothing has, when it has taken the rest.
    private func tell(_ watch: StatusWatch, to client: inout Client) -> Bool {
        var (watch, now) = (watch, ControlProtocol.now)
        if client.rest.isEmpty {
            let news = watch.news() ?? (now >= client.sign ? ControlAnswer.sign() : nil)
            if let news { (client.rest, client.sign) = (Array(news.utf8)[...], now + limits.patience / 2) }
        }
        guard let rest = client.connection.send(client.rest) else { return false }
        now = ControlProtocol.now
        (client.stage, client.rest) = (.watching(watch), rest)
        client.deadline = rest.isEmpty ? nil : client.deadline ?? now + limits.patience
        client.due = rest.isEmpty ? now + limits.interval : nil
        return !client.isLate
    }
}
