import Hive
import HiveServiceLifecycle
import Hummingbird

final class WebModule: WorkingModule {
    struct Options: ModuleOptions {
        var port: UInt16 = 8080
    }
    static let manifest = ModuleManifest(needs: [.service((any Greeter).self)], work: .announced)

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let greeter = try context.service((any Greeter).self)
        let routes = Router()
        routes.get("hello/:name") { _, request in
            try await greeter.greeting(for: request.parameters.require("name"))
        }
        routes.get("readyz") { _, _ in
            context.readiness.isReady ? HTTPResponse.Status.ok : .serviceUnavailable
        }
        let server = Application(
            router: routes,
            configuration: .init(address: .hostname("127.0.0.1", port: Int(options.port))),
            onServerRunning: { _ in await context.announceReady() }
        )
        try await context.run(server)
    }
}
