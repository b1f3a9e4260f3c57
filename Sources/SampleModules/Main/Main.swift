// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleApp

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

@main
struct Main {
    static func main() async {
        Shop.prepareProcess()
        exit(await Shop.run(Array(CommandLine.arguments.dropFirst())))
    }
}
