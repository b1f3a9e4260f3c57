// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Bridge
import Testing

@Test func bridgesToHive() { #expect(bridged() == 1) }
