import Hive

@main struct Greetings {
    static func main() async {
        await Hive.main {
            let hive = Hive()
            try hive.modules.register(GreetingModule.self)
            try hive.modules.register(WebModule.self)
            return hive
        }
    }
}
