// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Written by Benchmarks/generate-cold.

import ColdRun

/// The objects, each with five hooks that only count.
let types: [any Hooks.Type] = [
    Hooks000.self, Hooks001.self, Hooks002.self, Hooks003.self,
    Hooks004.self, Hooks005.self, Hooks006.self, Hooks007.self,
    Hooks008.self, Hooks009.self, Hooks010.self, Hooks011.self,
    Hooks012.self, Hooks013.self, Hooks014.self, Hooks015.self,
    Hooks016.self, Hooks017.self, Hooks018.self, Hooks019.self,
    Hooks020.self, Hooks021.self, Hooks022.self, Hooks023.self,
    Hooks024.self, Hooks025.self, Hooks026.self, Hooks027.self,
    Hooks028.self, Hooks029.self, Hooks030.self, Hooks031.self,
    Hooks032.self, Hooks033.self, Hooks034.self, Hooks035.self,
    Hooks036.self, Hooks037.self, Hooks038.self, Hooks039.self,
    Hooks040.self, Hooks041.self, Hooks042.self, Hooks043.self,
    Hooks044.self, Hooks045.self, Hooks046.self, Hooks047.self,
    Hooks048.self, Hooks049.self, Hooks050.self, Hooks051.self,
    Hooks052.self, Hooks053.self, Hooks054.self, Hooks055.self,
    Hooks056.self, Hooks057.self, Hooks058.self, Hooks059.self,
    Hooks060.self, Hooks061.self, Hooks062.self, Hooks063.self,
    Hooks064.self, Hooks065.self, Hooks066.self, Hooks067.self,
    Hooks068.self, Hooks069.self, Hooks070.self, Hooks071.self,
    Hooks072.self, Hooks073.self, Hooks074.self, Hooks075.self,
    Hooks076.self, Hooks077.self, Hooks078.self, Hooks079.self,
    Hooks080.self, Hooks081.self, Hooks082.self, Hooks083.self,
    Hooks084.self, Hooks085.self, Hooks086.self, Hooks087.self,
    Hooks088.self, Hooks089.self, Hooks090.self, Hooks091.self,
    Hooks092.self, Hooks093.self, Hooks094.self, Hooks095.self,
    Hooks096.self, Hooks097.self, Hooks098.self, Hooks099.self,
    Hooks100.self, Hooks101.self, Hooks102.self, Hooks103.self,
    Hooks104.self, Hooks105.self, Hooks106.self, Hooks107.self,
    Hooks108.self, Hooks109.self, Hooks110.self, Hooks111.self,
    Hooks112.self, Hooks113.self, Hooks114.self, Hooks115.self,
    Hooks116.self, Hooks117.self, Hooks118.self, Hooks119.self,
    Hooks120.self, Hooks121.self, Hooks122.self, Hooks123.self,
    Hooks124.self, Hooks125.self, Hooks126.self, Hooks127.self,
    Hooks128.self, Hooks129.self, Hooks130.self, Hooks131.self,
    Hooks132.self, Hooks133.self, Hooks134.self, Hooks135.self,
    Hooks136.self, Hooks137.self, Hooks138.self, Hooks139.self,
    Hooks140.self, Hooks141.self, Hooks142.self, Hooks143.self,
    Hooks144.self, Hooks145.self, Hooks146.self, Hooks147.self,
    Hooks148.self, Hooks149.self, Hooks150.self, Hooks151.self,
    Hooks152.self, Hooks153.self, Hooks154.self, Hooks155.self,
    Hooks156.self, Hooks157.self, Hooks158.self, Hooks159.self,
    Hooks160.self, Hooks161.self, Hooks162.self, Hooks163.self,
    Hooks164.self, Hooks165.self, Hooks166.self, Hooks167.self,
    Hooks168.self, Hooks169.self, Hooks170.self, Hooks171.self,
    Hooks172.self, Hooks173.self, Hooks174.self, Hooks175.self,
    Hooks176.self, Hooks177.self, Hooks178.self, Hooks179.self,
    Hooks180.self, Hooks181.self, Hooks182.self, Hooks183.self,
    Hooks184.self, Hooks185.self, Hooks186.self, Hooks187.self,
    Hooks188.self, Hooks189.self, Hooks190.self, Hooks191.self,
    Hooks192.self, Hooks193.self, Hooks194.self, Hooks195.self,
    Hooks196.self, Hooks197.self, Hooks198.self, Hooks199.self,
]

final class Hooks000: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks001: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks002: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks003: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks004: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks005: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks006: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks007: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks008: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks009: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks010: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks011: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks012: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks013: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks014: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks015: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks016: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks017: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks018: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks019: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks020: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks021: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks022: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks023: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks024: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks025: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks026: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks027: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks028: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks029: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks030: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks031: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks032: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks033: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks034: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks035: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks036: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks037: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks038: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks039: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks040: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks041: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks042: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks043: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks044: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks045: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks046: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks047: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks048: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks049: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks050: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks051: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks052: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks053: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks054: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks055: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks056: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks057: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks058: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks059: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks060: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks061: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks062: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks063: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks064: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks065: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks066: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks067: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks068: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks069: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks070: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks071: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks072: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks073: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks074: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks075: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks076: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks077: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks078: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks079: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks080: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks081: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks082: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks083: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks084: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks085: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks086: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks087: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks088: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks089: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks090: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks091: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks092: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks093: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks094: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks095: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks096: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks097: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks098: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks099: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks100: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks101: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks102: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks103: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks104: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks105: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks106: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks107: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks108: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks109: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks110: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks111: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks112: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks113: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks114: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks115: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks116: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks117: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks118: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks119: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks120: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks121: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks122: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks123: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks124: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks125: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks126: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks127: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks128: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks129: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks130: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks131: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks132: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks133: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks134: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks135: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks136: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks137: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks138: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks139: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks140: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks141: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks142: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks143: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks144: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks145: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks146: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks147: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks148: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks149: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks150: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks151: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks152: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks153: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks154: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks155: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks156: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks157: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks158: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks159: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks160: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks161: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks162: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks163: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks164: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks165: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks166: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks167: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks168: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks169: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks170: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks171: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks172: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks173: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks174: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks175: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks176: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks177: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks178: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks179: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks180: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks181: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks182: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks183: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks184: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks185: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks186: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks187: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks188: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks189: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks190: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks191: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks192: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks193: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks194: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks195: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks196: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks197: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks198: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}

final class Hooks199: Hooks {
    func setUp() async throws { coldCalls.add() }
    func initialize() async throws { coldCalls.add() }
    func ready() async throws { coldCalls.add() }
    func willStop() async throws { coldCalls.add() }
    func tearDown() async throws { coldCalls.add() }
}
