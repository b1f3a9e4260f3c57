// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a hive that watches does about changes of its files: looks are taken by hand, one after the other.
@Suite(.timeLimit(.minutes(60)))
struct FileChangeTests {
    typealias Change = WatchedFolder.Change

    /// How often files are changed in each way: `HIVE_STORM` says it where there is time for more.
    private static let rounds = getenv("HIVE_STORM").flatMap { Int(String(cString: $0)) } ?? 8

    /// A hive that runs from a folder, and is not told when to look.
    private struct Scene {
        let hive: Hive
        let watched: WatchedFolder
        let recorder: HiveRecorder
        var folder: String { watched.folder }

        /// Takes a look, and reloads if that finds a change.
        @discardableResult
        func tick() async -> Bool {
            guard hive.source?.hasChanged() == true else { return false }
            // What is wrong with the files is told to observers.
            _ = try? await hive.reload()
            return true
        }

        /// Takes looks until nothing is new, and returns how many reloads came of it.
        func settle() async -> Int {
            var (reloads, quiet) = (0, 0)
            while quiet < 3 {
                let hasReloaded = await tick()
                if hasReloaded { reloads += 1 }
                quiet = hasReloaded ? 0 : quiet + 1
            }
            return reloads
        }

        var seen: [PairModule.Options] { get async { await hive.modules.module(PairModule.self)?.seen ?? [] } }

        /// The numbers that the module runs with.
        var last: [Int] { get async { await seen.last.map { [$0.first, $0.second] } ?? [] } }

        /// How many reloads have ended.
        var reloads: Int { recorder.observations(of: .didReload).count }
    }

    private func withScene(_ change: Change = .inPlace, _ body: (Scene) async throws -> Void) async throws {
        try await WatchedFolder.with(change) { watched in
            let recorder = HiveRecorder()
            let hive = try Hive(
                contentsOf: watched.folder,
                options: HiveOptions(observers: [recorder.observe], clock: ManualClock())
            )
            try await hive.start()
            try await body(Scene(hive: hive, watched: watched, recorder: recorder))
            try await hive.stop()
        }
    }

    // C66: whichever way, the change is loaded once, after two looks that have found the same.
    @Test(arguments: Change.allCases)
    func changeIsLoadedOnce(_ change: Change) async throws {
        try await withScene(change) { scene in
            #expect(await scene.settle() == 0)
            for number in 1...Self.rounds {
                try scene.watched.apply(change, number)
                #expect(await !scene.tick())
                #expect(await scene.tick())
                #expect(await scene.last == [number, number])
                #expect(await scene.settle() == 0)
            }
            #expect(scene.reloads == Self.rounds)
            #expect(await scene.seen.allSatisfy { $0.first == $0.second })
        }
    }

    // C66: files change while others look and read as fast as they can; what runs in the end is the last state.
    @Test(arguments: Change.allCases)
    func lastStateRuns(_ change: Change) async throws {
        try await withScene(change) { scene in
            let watched = scene.watched
            let isOver = Atomic(false)
            let looks = Atomic(0)
            let writer = Task.detached {
                defer { isOver.store(true, ordering: .releasing) }
                for number in 1...Self.rounds {
                    try watched.apply(change, number)
                    // Lets looks find the same twice, or nearly so, and the next change come while files are read.
                    let enough = looks.load(ordering: .acquiring) + number % 4
                    while looks.load(ordering: .acquiring) < enough { await Task.yield() }
                }
            }
            while !isOver.load(ordering: .acquiring) {
                await scene.tick()
                looks.add(1, ordering: .releasing)
                await Task.yield()
            }
            try await writer.value
            _ = await scene.settle()
            #expect(await scene.last == [Self.rounds, Self.rounds])
            if change.isAtomic {
                let halves = await scene.seen.filter { $0.first != $0.second }
                #expect(halves.isEmpty, "\(halves)")
            }
        }
    }

    // C66: the change came after the first look, and before anybody watched.
    @Test func changeBetweenTheReadingAndTheWatchIsLoaded() async throws {
        try await WatchedFolder.with(.inPlace) { watched in
            let configuration = HiveConfiguration(contentsOf: watched.folder)
            try watched.apply(.inPlace, 1)
            let hive = try Hive(configuration, options: HiveOptions(clock: ManualClock()))
            try await hive.start()
            #expect(hive.source?.hasChanged() == false)
            #expect(hive.source?.hasChanged() == true)
            try await hive.reload()
            #expect(await hive.modules.module(PairModule.self)?.seen.last?.first == 1)
            try await hive.stop()
        }
    }

    // C66
    @Test func halfWrittenFilesSettleFirst() async throws {
        try await withScene { scene in
            let bytes = WatchedFolder.modules(1)
            for count in stride(from: 0, to: bytes.count, by: 40) {
                try scene.watched.write(Array(bytes[..<count]), "\(scene.folder)/modules.plist")
                #expect(await !scene.tick())
            }
            try scene.watched.write(bytes, "\(scene.folder)/modules.plist")
            #expect(await !scene.tick())
            try scene.watched.write(WatchedFolder.dropIn(1), "\(scene.folder)/Hive.d/0.plist")
            #expect(await !scene.tick())
            #expect(await scene.tick())
            #expect(await scene.settle() == 0)
            #expect(await scene.last == [1, 1])
            #expect(scene.reloads == 1)
        }
    }

    // C66
    @Test func temporaryFilesDoNotCount() async throws {
        try await withScene { scene in
            let names = [
                "4913", "modules.plist~", ".modules.plist.swp", "#modules.plist#", "modules.plist.tmp", ".x.plist",
            ]
            // Nor do overlays of another environment, nor drop-ins that are elsewhere.
            for name in names + ["modules.staging.plist", "modules.staging.json", "x.plist"] {
                try scene.watched.write(WatchedFolder.modules(9), "\(scene.folder)/\(name)")
                #expect(await scene.settle() == 0, "\(name)")
            }
            for name in names {
                try scene.watched.write(WatchedFolder.modules(9), "\(scene.folder)/Hive.d/\(name)")
                #expect(await scene.settle() == 0, "\(name)")
            }
            // A drop-in that goes before it has been seen twice is none.
            try scene.watched.write(WatchedFolder.modules(9), "\(scene.folder)/Hive.d/x.plist")
            #expect(await !scene.tick())
            #expect(unlink("\(scene.folder)/Hive.d/x.plist") == 0)
            #expect(await scene.settle() == 0)
            #expect(await scene.last == [0, 0])
        }
    }

    // C66: overlays and files in the other format count, when they come and when they go.
    @Test func filesThatComeAndGoCount() async throws {
        try await WatchedFolder.with(.inPlace) { watched in
            var options = HiveOptions(clock: ManualClock())
            options.context.environment = .staging
            let hive = try Hive(contentsOf: watched.folder, options: options)
            try await hive.start()
            let scene = Scene(hive: hive, watched: watched, recorder: HiveRecorder())
            let json = Array(
                #"{"moduleClasses": [{"moduleClass": "\#(PairModule.name)", "options": {"first": 7}}]}"#.utf8
            )
            for name in ["modules.staging.json", "Hive.d/z.json"] {
                try watched.write(json, "\(scene.folder)/\(name)")
                #expect(await scene.settle() == 1, "\(name)")
                #expect(await scene.last == [7, 0])
                #expect(unlink("\(scene.folder)/\(name)") == 0)
                #expect(await scene.settle() == 1, "\(name)")
                #expect(await scene.last == [0, 0])
            }
            // Both formats are an error, which is told once; what runs goes on.
            try watched.write(json, "\(scene.folder)/modules.json")
            #expect(await scene.settle() == 1)
            #expect(await scene.last == [0, 0])
            try await hive.stop()
        }
    }

    // C66: what is wrong changes nothing and is told once; so is a folder that goes, until it comes back.
    @Test func wrongStatesAreToldOnce() async throws {
        try await withScene { scene in
            try scene.watched.write(xml("<dict>"), "\(scene.folder)/modules.plist")
            #expect(await scene.settle() == 1)
            try scene.watched.move(scene.folder, "\(scene.watched.base)/gone")
            #expect(await scene.settle() == 1)
            #expect(scene.reloads == 0)
            #expect(await scene.last == [0, 0])
            try scene.watched.fill("\(scene.watched.base)/gone", 5)
            try scene.watched.move("\(scene.watched.base)/gone", scene.folder)
            #expect(await scene.settle() == 1)
            #expect(await scene.last == [5, 5])
            #expect(scene.reloads == 1)
        }
    }

    // C66: what SIGHUP, or a call, has loaded by then is not loaded once more.
    @Test func whatWasReloadedAlreadyIsKnown() async throws {
        try await withScene { scene in
            for number in 1...4 {
                try scene.watched.apply(.inPlace, number)
                if number.isMultiple(of: 2) { #expect(await !scene.tick()) }
                try await scene.hive.reload()
                #expect(await scene.settle() == 0)
                #expect(await scene.last == [number, number])
            }
        }
    }

    // C66: a reading during which files change counts for nothing; where each does, nothing is loaded before they rest.
    @Test(arguments: [3, 25])
    func filesThatChangeWhileTheyAreReadAreReadAgain(_ count: Int) async throws {
        try await WatchedFolder.with(.link) { watched in
            let files = HiveConfiguration(contentsOf: watched.folder)
            let readings = Atomic(0)
            let source = ConfigurationSource(files) { last in
                let new = files.readAgain(after: last)
                let number = readings.add(1, ordering: .relaxed).newValue
                #expect(throws: Never.self) { if number <= count { try watched.apply(.link, number) } }
                return new
            }
            let recorder = HiveRecorder()
            let options = HiveOptions(observers: [recorder.observe], clock: ManualClock())
            let hive = try Hive(files, options: options)
            hive.remember(source)
            try await hive.start()
            let scene = Scene(hive: hive, watched: watched, recorder: recorder)
            if count < 25 {
                try await hive.reload()
                #expect(readings.load(ordering: .relaxed) == count + 1)
            } else {
                let error = await #expect(throws: HiveError.self) { try await hive.reload() }
                #expect(error?.message.contains("keep changing: they were read 25 times") == true)
                #expect(await scene.last == [0, 0])
                #expect(await scene.settle() == 1)
            }
            #expect(await scene.seen.map(\.first) == [0, count])
            #expect(await scene.last == [count, count])
            #expect(await scene.settle() == 0)
            try await hive.stop()
        }
    }

    // C66: a configuration of listed files is watched as well; one that was built in, or made in code, has no files.
    @Test func onlyFilesAreWatched() async throws {
        try await WatchedFolder.with(.inPlace) { watched in
            let paths = ["\(watched.folder)/modules.plist", "\(watched.folder)/Hive.d/0.plist"]
            let configuration = HiveConfiguration(modules: paths, services: [])
            let hive = try Hive(configuration, options: HiveOptions(clock: ManualClock()))
            try await hive.start()
            let scene = Scene(hive: hive, watched: watched, recorder: HiveRecorder())
            try watched.write(WatchedFolder.dropIn(2), "\(watched.folder)/Hive.d/1.plist")
            #expect(await scene.settle() == 0)
            try watched.apply(.rename, 3)
            #expect(await scene.settle() == 1)
            #expect(await scene.last == [3, 3])
            try await hive.stop()
        }
        let files = [("modules.json", #"{"moduleClasses": []}"#), ("services.json", "[]")].map {
            ($0.0, Data($0.1.utf8).base64EncodedString())
        }
        let compiled = CompiledConfiguration(folder: "Config", files: files, catalogue: HiveCatalogue())
        #expect(try Hive(compiled, options: HiveOptions(clock: ManualClock())).source?.hasChanged() == nil)
    }
}
