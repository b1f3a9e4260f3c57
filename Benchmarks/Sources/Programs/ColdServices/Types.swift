// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Written by Benchmarks/generate-cold.

import ServiceLifecycle

/// The services, each of which waits for its shutdown.
let types: [any CountedService.Type] = [
    Service000.self, Service001.self, Service002.self, Service003.self,
    Service004.self, Service005.self, Service006.self, Service007.self,
    Service008.self, Service009.self, Service010.self, Service011.self,
    Service012.self, Service013.self, Service014.self, Service015.self,
    Service016.self, Service017.self, Service018.self, Service019.self,
    Service020.self, Service021.self, Service022.self, Service023.self,
    Service024.self, Service025.self, Service026.self, Service027.self,
    Service028.self, Service029.self, Service030.self, Service031.self,
    Service032.self, Service033.self, Service034.self, Service035.self,
    Service036.self, Service037.self, Service038.self, Service039.self,
    Service040.self, Service041.self, Service042.self, Service043.self,
    Service044.self, Service045.self, Service046.self, Service047.self,
    Service048.self, Service049.self, Service050.self, Service051.self,
    Service052.self, Service053.self, Service054.self, Service055.self,
    Service056.self, Service057.self, Service058.self, Service059.self,
    Service060.self, Service061.self, Service062.self, Service063.self,
    Service064.self, Service065.self, Service066.self, Service067.self,
    Service068.self, Service069.self, Service070.self, Service071.self,
    Service072.self, Service073.self, Service074.self, Service075.self,
    Service076.self, Service077.self, Service078.self, Service079.self,
    Service080.self, Service081.self, Service082.self, Service083.self,
    Service084.self, Service085.self, Service086.self, Service087.self,
    Service088.self, Service089.self, Service090.self, Service091.self,
    Service092.self, Service093.self, Service094.self, Service095.self,
    Service096.self, Service097.self, Service098.self, Service099.self,
    Service100.self, Service101.self, Service102.self, Service103.self,
    Service104.self, Service105.self, Service106.self, Service107.self,
    Service108.self, Service109.self, Service110.self, Service111.self,
    Service112.self, Service113.self, Service114.self, Service115.self,
    Service116.self, Service117.self, Service118.self, Service119.self,
    Service120.self, Service121.self, Service122.self, Service123.self,
    Service124.self, Service125.self, Service126.self, Service127.self,
    Service128.self, Service129.self, Service130.self, Service131.self,
    Service132.self, Service133.self, Service134.self, Service135.self,
    Service136.self, Service137.self, Service138.self, Service139.self,
    Service140.self, Service141.self, Service142.self, Service143.self,
    Service144.self, Service145.self, Service146.self, Service147.self,
    Service148.self, Service149.self, Service150.self, Service151.self,
    Service152.self, Service153.self, Service154.self, Service155.self,
    Service156.self, Service157.self, Service158.self, Service159.self,
    Service160.self, Service161.self, Service162.self, Service163.self,
    Service164.self, Service165.self, Service166.self, Service167.self,
    Service168.self, Service169.self, Service170.self, Service171.self,
    Service172.self, Service173.self, Service174.self, Service175.self,
    Service176.self, Service177.self, Service178.self, Service179.self,
    Service180.self, Service181.self, Service182.self, Service183.self,
    Service184.self, Service185.self, Service186.self, Service187.self,
    Service188.self, Service189.self, Service190.self, Service191.self,
    Service192.self, Service193.self, Service194.self, Service195.self,
    Service196.self, Service197.self, Service198.self, Service199.self,
]

final class Service000: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service001: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service002: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service003: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service004: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service005: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service006: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service007: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service008: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service009: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service010: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service011: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service012: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service013: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service014: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service015: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service016: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service017: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service018: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service019: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service020: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service021: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service022: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service023: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service024: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service025: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service026: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service027: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service028: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service029: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service030: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service031: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service032: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service033: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service034: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service035: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service036: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service037: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service038: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service039: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service040: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service041: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service042: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service043: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service044: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service045: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service046: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service047: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service048: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service049: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service050: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service051: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service052: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service053: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service054: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service055: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service056: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service057: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service058: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service059: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service060: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service061: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service062: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service063: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service064: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service065: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service066: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service067: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service068: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service069: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service070: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service071: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service072: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service073: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service074: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service075: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service076: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service077: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service078: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service079: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service080: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service081: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service082: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service083: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service084: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service085: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service086: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service087: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service088: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service089: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service090: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service091: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service092: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service093: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service094: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service095: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service096: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service097: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service098: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service099: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service100: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service101: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service102: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service103: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service104: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service105: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service106: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service107: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service108: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service109: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service110: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service111: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service112: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service113: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service114: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service115: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service116: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service117: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service118: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service119: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service120: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service121: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service122: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service123: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service124: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service125: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service126: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service127: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service128: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service129: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service130: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service131: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service132: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service133: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service134: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service135: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service136: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service137: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service138: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service139: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service140: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service141: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service142: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service143: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service144: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service145: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service146: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service147: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service148: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service149: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service150: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service151: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service152: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service153: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service154: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service155: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service156: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service157: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service158: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service159: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service160: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service161: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service162: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service163: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service164: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service165: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service166: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service167: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service168: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service169: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service170: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service171: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service172: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service173: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service174: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service175: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service176: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service177: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service178: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service179: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service180: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service181: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service182: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service183: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service184: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service185: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service186: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service187: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service188: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service189: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service190: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service191: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service192: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service193: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service194: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service195: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service196: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service197: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service198: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}

final class Service199: CountedService {
    let started: StartCount

    init(_ started: StartCount) {
        self.started = started
    }

    func run() async throws {
        started.add()
        try await gracefulShutdown()
    }
}
