// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import TeaBooks

/// Says what is wrong with a file of products.
///
/// It needs the rules alone, so no database is opened.
struct Check: ShopCommand {
    static let configuration = CommandConfiguration(abstract: "Check a CSV file of products, without importing it.")
    static let needs: [ModuleDependency] = [.service(Rules.self)]

    @OptionGroup var file: ProductFile
    @OptionGroup var options: SharedOptions

    func run(_ context: WorkContext) async throws {
        let rules = try context.service(Rules.self)
        var (count, mistakes) = (0, 0)
        for try await line in Lines(of: file.path) {
            do {
                _ = try file.product(line, by: rules)
            } catch let complaint as Complaint {
                complain("error: \(complaint)")
                mistakes += 1
            }
            count += 1
        }
        try Task.checkCancellation()
        if mistakes > 0 { throw Complaint.data("\(mistakes) of \(count) lines are wrong") }
        try answer("\(count) products")
    }
}

/// The file that a command reads.
struct ProductFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("A CSV file with sku,name,price in each line; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["csv"])
    )
    var path: String

    /// Reads a line of the file, and says where it stands when something is wrong with it.
    func product(_ line: Lines.Element, by rules: Rules) throws -> Product {
        do {
            return try rules.product(line.text)
        } catch let complaint as Complaint {
            throw Complaint.data("\(path):\(line.number): \(complaint)")
        }
    }
}
