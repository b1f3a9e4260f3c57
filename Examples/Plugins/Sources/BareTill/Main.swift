// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import TillKit

@main struct BareTill {
    static func main() async { await runTill(.linked()) }
}
