// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

struct ConfigurationKeyPathTests {
    @Test(
        arguments: [
            ([], "(root)"),
            ([.key("moduleClasses"), .index(2), .key("options"), .key("retries")], "moduleClasses[2].options.retries"),
            ([.index(3), .key("impl")], "[3].impl"),
            ([.key("a.b"), .key("c")], #"["a.b"].c"#),
            ([.key("x"), .key("")], #"x[""]"#),
            ([.key("3")], #"["3"]"#),
            ([.key("a]b")], #"["a]b"]"#),
            ([.key("\" \\")], #"["\" \\"]"#),
            ([.key("héllo")], #"["héllo"]"#),
        ] as [([ConfigurationKeyPath.Component], String)]
    )
    func description(components: [ConfigurationKeyPath.Component], text: String) {
        #expect(ConfigurationKeyPath(components).description == text)
    }

    // C45: a key can't forge a line of a report.
    @Test(arguments: ["a\nerror: b", "a\r", "\u{1B}[2J", "\u{2028}", "\u{202E}x", "\u{85}", "\u{7F}"])
    func hostileKeysAreEscaped(key: String) {
        let text = ConfigurationKeyPath([.key(key)]).description
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(!text.contains { $0.isNewline })
        #expect(text.contains("\\"))
    }

    @Test func appendingAddsAtTheEnd() {
        let path = ConfigurationKeyPath().appending(key: "a").appending(index: 1)
        #expect(path.components == [.key("a"), .index(1)])
        #expect(path.appending(path).description == "a[1].a[1]")
    }
}
