// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The hive as a page of HTML, which has no other form.
struct PageReport: CommandReport {
    let text: String
}
