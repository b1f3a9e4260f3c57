// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform

/// Something that knows when memory is short.
struct MemoryPressureSource: Sendable {
    /// Blocks its thread until memory is short, and returns true; or false when the source was ended.
    let wait: @Sendable () -> Bool
    /// Ends the source, also while a thread waits.
    let end: @Sendable () -> Void
}

extension Hive {
    /// Tells the modules of memory pressure until the source is ended; without one, observers are told that there is
    /// none.
    func tellMemoryPressure(_ source: MemoryPressureSource?) {
        guard let source else {
            return engine.observers.notify(.init(.unavailable, subject: SystemEvent.memoryPressure.subject))
        }
        // A thread of its own, which ends with the source.
        DispatchQueue(label: "hive.memory").async {
            while source.wait() { self.tell(.memoryPressure) }
        }
    }
}

extension MemoryPressureSource {
    /// The kernel's pressure files to try, given the text of `/proc/self/cgroup`: the process's own group first.
    static func files(groups text: String) -> [String] {
        // Of the second version there is one line, such as `0::/system.slice/shop.service`.
        let group = text.parts(at: "\n").first { $0.begins(with: "0::/") }?.dropFirst(3)
        let own = group.map { $0.utf8.elementsEqual("/".utf8) ? [] : ["/sys/fs/cgroup\($0)/memory.pressure"] } ?? []
        return own + ["/proc/pressure/memory"]
    }

    #if os(Linux)
    /// The kernel's pressure stall information; nil where the kernel does not offer it to this process.
    static func kernel() -> MemoryPressureSource? {
        for path in files(groups: text(of: "/proc/self/cgroup")) {
            if let file = PressureFile(path) { return MemoryPressureSource(wait: file.wait, end: file.end) }
        }
        return nil
    }

    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    #else
    /// Nil: only Linux offers pressure stall information.
    static func kernel() -> MemoryPressureSource? { nil }
    #endif
}

#if os(Linux)
/// A file of the kernel that becomes ready when tasks have waited for memory too long.
private final class PressureFile: Sendable {
    /// Some task has waited for 200 ms within 2 s, the shortest window that is open to everybody.
    private static let trigger = "some 200000 2000000"

    private let file: Int32
    private let pipe: WakePipe

    init?(_ path: String) {
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        guard write(file, Self.trigger, Self.trigger.utf8.count + 1) > 0, let pipe = WakePipe() else {
            close(file)
            return nil
        }
        (self.file, self.pipe) = (file, pipe)
    }

    deinit { close(file) }

    func wait() -> Bool {
        while true {
            var files = [
                pollfd(fd: file, events: Int16(POLLPRI), revents: 0),
                pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&files, nfds_t(files.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return false
            }
            // An error means that the control group is gone.
            if files[1].revents != 0 || files[0].revents & Int16(POLLERR) != 0 { return false }
            if files[0].revents & Int16(POLLPRI) != 0 { return true }
        }
    }

    func end() { pipe.wake() }
}
#endif
