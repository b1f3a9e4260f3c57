// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What property lists say about modules and services, for a hive that runs.
package struct Composition: Sendable {
    package var modules: [ModuleDeclaration]
    package var services: [ServiceDeclaration]
    /// What the loader found doubtful.
    package var problems: [Problem]

    package init(modules: [ModuleDeclaration], services: [ServiceDeclaration], problems: [Problem] = []) {
        self.modules = modules
        self.services = services
        self.problems = problems
    }
}
