import Hive
import HiveCommands
import HiveConfig

@main struct Greetings {
    static func makeHive() throws -> Hive {
        var options = HiveOptions(context: .process(name: "Greetings", prefix: "GREETINGS"))
        options.timeouts = HiveTimeouts(drain: .seconds(20), drainDelay: .seconds(2))
        let hive = Hive(options)
        try hive.modules.register(GreetingModule.self)
        try hive.modules.register(WebModule.self)
        return hive
    }

    static func main() async {
        await HiveCommandLine(program: "Greetings", hive: makeHive).answer()
        await Hive.main { try makeHive() }
    }
}
