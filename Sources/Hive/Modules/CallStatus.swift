// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Whether a handler that has a timeout was abandoned; its contexts ask (C34).
final class CallStatus: Sendable {
    private let event: any Any.Type
    private let module: String?
    private let abandoned = Atomic<Bool>(false)

    init(event: any Any.Type, module: String?) {
        self.event = event
        self.module = module
    }

    /// The handler, for errors; made when there is one, because that takes as long as the rest of a call.
    var name: String { "The handler of \(event)" + (module.map { " in \($0)" } ?? "") }

    var isAbandoned: Bool { abandoned.load(ordering: .sequentiallyConsistent) }

    func abandon() { abandoned.store(true, ordering: .sequentiallyConsistent) }
}
