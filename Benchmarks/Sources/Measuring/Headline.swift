// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A figure beside that of what one would use instead.
package struct Headline: Sendable {
    /// The results have no such figure, or it is refused.
    package struct Missing: Error, CustomStringConvertible {
        /// The figure's title.
        package let description: String
    }

    /// What it is, in words.
    let question: String
    /// The title of its figure.
    let subject: String
    /// The title of the figure beside it.
    let other: String
    /// What that is, in words.
    let otherName: String

    /// Creates a headline.
    ///
    /// - Parameters:
    ///   - question: What it is, in words.
    ///   - subject: The title of its figure.
    ///   - other: The title of the figure beside it.
    ///   - otherName: What that is, in words.
    package init(_ question: String, _ subject: String, beside other: String, called otherName: String) {
        self.question = question
        self.subject = subject
        self.other = other
        self.otherName = otherName
    }
}

extension Results {
    /// The figure with a title.
    ///
    /// - Throws: ``Headline/Missing`` when there is none, or when it is refused.
    func figure(titled title: String) throws -> Figure {
        guard let figure = figures.first(where: { $0.title == title && $0.refusal == nil }) else {
            throw Headline.Missing(description: "The results have no figure \"\(title)\", or it is refused.")
        }
        return figure
    }
}
