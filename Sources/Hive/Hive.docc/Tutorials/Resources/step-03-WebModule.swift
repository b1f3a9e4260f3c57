import Hive
import HiveServiceLifecycle
import Hummingbird

final class WebModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.service((any Greeter).self)], work: .announced)

    func run(_ context: WorkContext) async throws {
        let greeter = try context.service((any Greeter).self)
        let routes = Router()
        routes.get("hello/:name") { _, request in
            try await greeter.greeting(for: request.parameters.require("name"))
        }
        let server = Application(
            router: routes,
            configuration: .init(address: .hostname("127.0.0.1", port: 8080)),
            onServerRunning: { _ in await context.announceReady() }
        )
        try await context.run(server)
    }
}
