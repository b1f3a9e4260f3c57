// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser

/// A question that needs nothing but its name, and a form for the answer.
protocol Question: SendableMetatype {
    associatedtype Form: AnswerForm = JSONForm
    static var name: String { get }
    static var abstract: String { get }
}

/// The forms that an answer may have beside text.
protocol AnswerForm: EnumerableFlag, RawRepresentable<String> {}

extension AnswerForm {
    /// The option that asks for it.
    var option: String { "--\(rawValue)" }
}

enum JSONForm: String, AnswerForm {
    case json

    static func help(for form: JSONForm) -> ArgumentHelp? { .json }
}

enum GraphForm: String, AnswerForm {
    case json, mermaid, dot

    static func help(for form: GraphForm) -> ArgumentHelp? {
        switch form {
        case .json: .json
        case .mermaid: "For Mermaid, which is what is printed otherwise, too."
        case .dot: "For Graphviz."
        }
    }
}

enum TimelineForm: String, AnswerForm {
    case json, trace, svg

    static func help(for form: TimelineForm) -> ArgumentHelp? {
        switch form {
        case .json: .json
        case .trace: "For Perfetto."
        case .svg: "As a picture."
        }
    }
}

extension ArgumentHelp {
    fileprivate static var json: ArgumentHelp { "One JSON object with stable keys." }
}

enum Verify: Question {
    static let name = "verify"
    static let abstract = "Everything that is wrong or doubtful, and how each name was found."
}

enum List: Question {
    static let name = "list"
    static let abstract = "Every module, with the places that declare it."
}

enum Order: Question {
    static let name = "order"
    static let abstract = "The modules in boot order, and how long a start may take."
}

enum Graph: Question {
    typealias Form = GraphForm
    static let name = "graph"
    static let abstract = "Which module depends on which."
}

enum Services: Question {
    static let name = "services"
    static let abstract = "Every service, with its module and the places that declare it."
}

enum Actions: Question {
    static let name = "actions"
    static let abstract = "Every target with its actions and their parameters."
}

enum Routes: Question {
    static let name = "routes"
    static let abstract = "Every route."
}

enum Blame: Question {
    static let name = "blame"
    static let abstract = "The hooks of a start and a stop, the slowest first."
}

enum Timeline: Question {
    typealias Form = TimelineForm
    static let name = "timeline"
    static let abstract = "When each hook began and ended."
}

enum Health: Question {
    static let name = "health"
    static let abstract = "How each module says that it is, between a start and a stop."
}

enum Reload: Question {
    static let name = "reload"
    static let abstract = "Read the configuration of the hive that runs again."
}

enum Stop: Question {
    static let name = "stop"
    static let abstract = "Stop the hive that runs."
}
