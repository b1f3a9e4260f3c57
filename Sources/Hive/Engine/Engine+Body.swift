// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a hive is started to do once, see ``Hive/run(_:)``: work that belongs to the hive and to no module.
struct HiveBody: Sendable {
    let work = ModuleWork(.immediate, mayEnd: true)
    /// Does it, and keeps what it returns or throws.
    let run: @Sendable (WorkContext) async -> Void
}

extension Engine {
    /// Begins what the hive was started for; the hive stops when that has ended.
    ///
    /// The start does it, as its last step, so that a stop finds it begun.
    func beginBody() {
        guard let body = lifecycle.withLock({ $0.body }) else { return }
        let context = WorkContext(scope: HookScope(runtime: nil, hive: self, ticket: 0), work: body.work)
        body.work.begin {
            await ActivityScope.run(self.identity, .work(body.work)) { await body.run(context) }
        } ended: { stage, _ in
            // That it is cancelled is how a body ends that a stop meets, unless it seems to mean to end by itself.
            let cutOff = body.work.cutOff
            if cutOff.isCutOff, cutOff.hasLooked { self.warn(.workCancelled(nil, hasLooked: true)) }
            if stage == .running { self.requestStop(.done) }
        }
    }

    /// Lets what the hive was started for end, in the same way as the work of modules (C51), which is there until then.
    ///
    /// - Returns: That it was cut short, if so.
    func endBody() async -> [HiveError.Failure] {
        guard let work = lifecycle.withLock({ $0.body })?.work, work.mustEnd else { return [] }
        return await runToTheEnd(
            runner(.drain, of: [nil], policy: .goOn) { step throws(Handover) in
                try await step.run(.work) { await work.finish() }
            }
        )
    }
}

extension StopReason {
    /// What the hive was started for has ended.
    static let done = StopReason("what the hive was run for is done")
}
