// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Written by Benchmarks/generate-cold.

import ColdRun
import Hive

/// The modules, each with five hooks that only count.
let types: [any HiveModule.Type] = [
    Module000.self, Module001.self, Module002.self, Module003.self,
    Module004.self, Module005.self, Module006.self, Module007.self,
    Module008.self, Module009.self, Module010.self, Module011.self,
    Module012.self, Module013.self, Module014.self, Module015.self,
    Module016.self, Module017.self, Module018.self, Module019.self,
    Module020.self, Module021.self, Module022.self, Module023.self,
    Module024.self, Module025.self, Module026.self, Module027.self,
    Module028.self, Module029.self, Module030.self, Module031.self,
    Module032.self, Module033.self, Module034.self, Module035.self,
    Module036.self, Module037.self, Module038.self, Module039.self,
    Module040.self, Module041.self, Module042.self, Module043.self,
    Module044.self, Module045.self, Module046.self, Module047.self,
    Module048.self, Module049.self, Module050.self, Module051.self,
    Module052.self, Module053.self, Module054.self, Module055.self,
    Module056.self, Module057.self, Module058.self, Module059.self,
    Module060.self, Module061.self, Module062.self, Module063.self,
    Module064.self, Module065.self, Module066.self, Module067.self,
    Module068.self, Module069.self, Module070.self, Module071.self,
    Module072.self, Module073.self, Module074.self, Module075.self,
    Module076.self, Module077.self, Module078.self, Module079.self,
    Module080.self, Module081.self, Module082.self, Module083.self,
    Module084.self, Module085.self, Module086.self, Module087.self,
    Module088.self, Module089.self, Module090.self, Module091.self,
    Module092.self, Module093.self, Module094.self, Module095.self,
    Module096.self, Module097.self, Module098.self, Module099.self,
    Module100.self, Module101.self, Module102.self, Module103.self,
    Module104.self, Module105.self, Module106.self, Module107.self,
    Module108.self, Module109.self, Module110.self, Module111.self,
    Module112.self, Module113.self, Module114.self, Module115.self,
    Module116.self, Module117.self, Module118.self, Module119.self,
    Module120.self, Module121.self, Module122.self, Module123.self,
    Module124.self, Module125.self, Module126.self, Module127.self,
    Module128.self, Module129.self, Module130.self, Module131.self,
    Module132.self, Module133.self, Module134.self, Module135.self,
    Module136.self, Module137.self, Module138.self, Module139.self,
    Module140.self, Module141.self, Module142.self, Module143.self,
    Module144.self, Module145.self, Module146.self, Module147.self,
    Module148.self, Module149.self, Module150.self, Module151.self,
    Module152.self, Module153.self, Module154.self, Module155.self,
    Module156.self, Module157.self, Module158.self, Module159.self,
    Module160.self, Module161.self, Module162.self, Module163.self,
    Module164.self, Module165.self, Module166.self, Module167.self,
    Module168.self, Module169.self, Module170.self, Module171.self,
    Module172.self, Module173.self, Module174.self, Module175.self,
    Module176.self, Module177.self, Module178.self, Module179.self,
    Module180.self, Module181.self, Module182.self, Module183.self,
    Module184.self, Module185.self, Module186.self, Module187.self,
    Module188.self, Module189.self, Module190.self, Module191.self,
    Module192.self, Module193.self, Module194.self, Module195.self,
    Module196.self, Module197.self, Module198.self, Module199.self,
]

final class Module000: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module001: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module002: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module003: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module004: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module005: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module006: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module007: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module008: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module009: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module010: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module011: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module012: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module013: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module014: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module015: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module016: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module017: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module018: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module019: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module020: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module021: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module022: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module023: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module024: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module025: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module026: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module027: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module028: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module029: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module030: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module031: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module032: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module033: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module034: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module035: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module036: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module037: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module038: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module039: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module040: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module041: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module042: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module043: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module044: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module045: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module046: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module047: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module048: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module049: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module050: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module051: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module052: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module053: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module054: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module055: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module056: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module057: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module058: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module059: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module060: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module061: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module062: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module063: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module064: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module065: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module066: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module067: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module068: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module069: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module070: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module071: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module072: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module073: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module074: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module075: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module076: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module077: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module078: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module079: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module080: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module081: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module082: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module083: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module084: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module085: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module086: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module087: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module088: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module089: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module090: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module091: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module092: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module093: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module094: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module095: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module096: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module097: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module098: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module099: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module100: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module101: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module102: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module103: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module104: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module105: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module106: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module107: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module108: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module109: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module110: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module111: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module112: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module113: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module114: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module115: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module116: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module117: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module118: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module119: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module120: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module121: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module122: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module123: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module124: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module125: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module126: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module127: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module128: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module129: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module130: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module131: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module132: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module133: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module134: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module135: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module136: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module137: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module138: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module139: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module140: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module141: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module142: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module143: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module144: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module145: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module146: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module147: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module148: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module149: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module150: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module151: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module152: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module153: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module154: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module155: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module156: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module157: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module158: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module159: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module160: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module161: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module162: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module163: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module164: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module165: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module166: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module167: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module168: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module169: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module170: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module171: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module172: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module173: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module174: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module175: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module176: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module177: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module178: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module179: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module180: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module181: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module182: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module183: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module184: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module185: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module186: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module187: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module188: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module189: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module190: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module191: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module192: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module193: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module194: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module195: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module196: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module197: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module198: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}

final class Module199: HiveModule {
    static let manifest = ModuleManifest()
    func setUp(_ context: SetupContext) async throws { coldCalls.add() }
    func initialize(_ context: ModuleContext) async throws { coldCalls.add() }
    func ready(_ context: ModuleContext) async throws { coldCalls.add() }
    func willStop(_ context: StopContext) async throws { coldCalls.add() }
    func tearDown(_ context: StopContext) async throws { coldCalls.add() }
}
