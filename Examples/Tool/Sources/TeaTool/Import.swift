// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import TeaBooks

/// Puts products into the catalogue, a hundred at a time.
struct Import: ShopCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put the products of a CSV file into the catalogue.",
        discussion: "Interrupt it when you like: what it says is in, is in, and importing the file again goes on."
    )
    static let needs: [ModuleDependency] = [.service(Store.self), .service(Rules.self)]

    @OptionGroup var file: ProductFile
    @OptionGroup var options: SharedOptions

    func run(_ context: WorkContext) async throws {
        let (store, rules) = (try context.service(Store.self), try context.service(Rules.self))
        let lines = Lines(of: file.path)
        var count = 0
        // An import that was asked to end writes down what it has read.
        try await withDrainHandler {
            var iterator = lines.makeAsyncIterator()
            while true {
                var batch: [Product] = []
                while batch.count < 100, let line = try await iterator.next() {
                    batch.append(try file.product(line, by: rules))
                }
                if batch.isEmpty { break }
                try await store.add(batch)
                count += batch.count
                complain("\(count) products are in")
            }
        } onDrain: {
            lines.stop()
        }
        if context.isDraining { throw Complaint.interrupted("interrupted: \(count) products are in") }
    }
}
