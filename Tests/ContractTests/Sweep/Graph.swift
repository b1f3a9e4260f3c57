// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

/// What the modules of a sweep do, in order, and which of them are still in memory.
final class Scene: Sendable {
    private struct Reference {
        let name: String
        weak var object: (any AnyObject & Sendable)?
    }

    private struct State {
        var entries: [String] = []
        var references: [Reference] = []
    }

    private let state = TestMutex(State())

    func write(_ entry: String) { state.withLock { $0.entries.append(entry) } }

    func watch(_ name: String, _ object: any AnyObject & Sendable) {
        state.withLock { $0.references.append(Reference(name: name, object: object)) }
    }

    func count(of entry: String) -> Int { state.withLock { $0.entries.count { $0 == entry } } }

    /// What is still there.
    var left: [String] { state.withLock { state in state.references.filter { $0.object != nil }.map(\.name) } }

    /// What is still there when every other thread has had the time to let go of it.
    func leaks() async -> [String] {
        await becomesTrue { left.isEmpty } ? [] : left
    }
}

/// How the modules of a graph are connected and what they have.
struct Graph: Sendable, CustomStringConvertible {
    enum Services: Sendable {
        case none, shared, asynchronous
    }

    struct Node: Sendable {
        var level = ModuleLevel.normal
        var dependencies: [String] = []
        var initializesConcurrently = false
    }

    let description: String
    let nodes: [Node]
    var services = Services.none
    var hasWork = false

    static let all = [
        Graph(
            description: "chain",
            nodes: [Node(), Node(dependencies: ["P"]), Node(dependencies: ["Q"]), Node(dependencies: ["R"])]
        ),
        Graph(
            description: "diamond",
            nodes: [Node(), Node(dependencies: ["P"]), Node(dependencies: ["P"]), Node(dependencies: ["Q", "R"])]
        ),
        Graph(
            description: "levels",
            nodes: [Node(level: 0), Node(level: 0), Node(level: 1), Node(level: 2)],
            services: .shared
        ),
        Graph(
            description: "concurrent",
            nodes: [
                Node(initializesConcurrently: true), Node(initializesConcurrently: true),
                Node(dependencies: ["P"], initializesConcurrently: true), Node(),
            ]
        ),
        Graph(
            description: "services",
            nodes: [Node(), Node(dependencies: ["P"]), Node(dependencies: ["Q"])],
            services: .shared
        ),
        Graph(
            description: "asynchronous services",
            nodes: [
                Node(), Node(dependencies: ["P"], initializesConcurrently: true), Node(initializesConcurrently: true),
            ],
            services: .asynchronous
        ),
        Graph(
            description: "work",
            nodes: [Node(), Node(dependencies: ["P"]), Node()],
            services: .shared,
            hasWork: true
        ),
    ]

    /// The modules' types, in the order of the nodes.
    static let types: [any HiveModule.Type] = [Part<P>.self, Part<Q>.self, Part<R>.self, Part<S>.self]

    func declarations(in scene: Scene) -> [ModuleDeclaration] {
        let all = [
            declaration(P.self, scene), declaration(Q.self, scene), declaration(R.self, scene),
            declaration(S.self, scene),
        ]
        return zip(all, nodes).map { declaration, node in
            var declaration = declaration
            declaration.level = node.level
            declaration.needs = node.dependencies.map { (dependency: .named($0), origin: .code()) }
            declaration.initializesConcurrently = node.initializesConcurrently
            return declaration
        }
    }

    func declaration<Tag>(_ tag: Tag.Type, _ scene: Scene) -> ModuleDeclaration {
        var declaration = ModuleDeclaration(Part<Tag>.self, at: .code())
        let graph = self
        declaration.factory = { Part<Tag>(scene, graph) }
        return declaration
    }
}

enum P {}
enum Q {}
enum R {}
enum S {}
enum Extra {}

/// A service of one module.
struct Offer<Tag>: Sendable {}

/// A module of a graph.
final class Part<Tag>: WorkingModule, FactoryModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            name: String(describing: Tag.self),
            // In most graphs there is none.
            workMayEnd: true
        )
    }

    private let scene: Scene
    private let graph: Graph

    init(_ scene: Scene, _ graph: Graph) {
        self.scene = scene
        self.graph = graph
        scene.watch(Self.moduleName, self)
    }

    func setUp(_ context: SetupContext) async throws {
        let scene = scene
        let name = Self.moduleName
        let close: @Sendable (Offer<Tag>) async throws -> Void = { _ in scene.write("shut \(name)") }
        let make: @Sendable (ServiceResolver) throws -> Offer<Tag> = { _ in
            scene.write("make \(name)")
            return Offer()
        }
        switch graph.services {
        case .none: break
        case .shared: try context.services.register(Offer<Tag>.self, shutdown: close, factory: make)
        case .asynchronous:
            try context.services.register(Offer<Tag>.self, shutdown: close) { resolver async throws in
                await Task.yield()
                return try make(resolver)
            }
        }
        // So that a setUp that nobody waits for may return in the graphs without services.
        guard graph.services != .none else { return }
        try context.events.subscribe(Rung.self) { _, _ in scene.write("rung \(name)") }
        try context.events.bind("ring \(name)", to: Rung.self)
    }

    func initialize(_ context: ModuleContext) async throws {
        if graph.services != .none { _ = try context.service(Offer<Tag>.self) }
    }

    func run(_ context: WorkContext) async throws {
        guard graph.hasWork else { return }
        scene.write("work \(Self.moduleName)")
        defer { scene.write("worked \(Self.moduleName)") }
        try await Latch().wait()  // It never opens: the work ends when it is cancelled.
    }
}

/// An event that every module has subscribed to.
struct Rung: HiveEvent, Decodable {}
