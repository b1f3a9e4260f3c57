// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

/// Runs a body, and returns the error of a hive that it throws.
public func hiveError(_ body: @Sendable () async throws -> Void) async -> HiveError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? HiveError
    }
}
