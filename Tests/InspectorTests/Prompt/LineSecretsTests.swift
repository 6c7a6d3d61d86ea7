import StrobeTree
import StrobeTransport
import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Secrets in typed lines")
struct LineSecretsTests {
    private static let state = Schema.object(
        type: "Shop",
        fields: [
            .init(name: "users", schema: .dictionary(key: .scalar(.string), value: user)),
            .init(name: "name", schema: .scalar(.string)), .init(name: "owner", schema: user),
            .init(name: "vault", schema: .object(type: "Vault", fields: [.init(name: "code", schema: .scalar(.int))])),
        ])
    private static let user = Schema.object(
        type: "User",
        fields: [.init(name: "email", schema: .scalar(.string)), .init(name: "age", schema: .scalar(.int))])
    private static let action = Schema.choice(
        type: "ShopAction",
        cases: [
            .init(
                name: "enter",
                payload: [
                    .init(
                        name: nil,
                        schema: .choice(
                            type: "Field",
                            cases: [
                                .init(name: "password", payload: [.init(name: nil, schema: .scalar(.string))]),
                                .init(name: "name", payload: [.init(name: nil, schema: .scalar(.string))]),
                            ]))
                ]),
            .init(name: "join", payload: [.init(name: nil, schema: user)]),
            .init(
                name: "open",
                payload: [
                    .init(
                        name: nil,
                        schema: .object(
                            type: "Vault", fields: [.init(name: "code", schema: .scalar(.int))]))
                ]),
            .init(name: "setEmail", payload: [.init(name: nil, schema: .scalar(.string))]),
            .init(name: "load"),
        ])

    private func isSecret(_ line: String, rules: [String]? = nil) -> Bool {
        LineSecrets(rules: rules, notation: Notation(state: Self.state, action: Self.action)).isIn(line)
    }

    @Test(
        "values under names that are hidden where a program says nothing stay out",
        arguments: [
            "send .enter(.password(\"hunter2\"))", "send .enter(.password(\"hunter2\")", "send {\"password\": \"x\"}",
            "edit 3 .enter(.password(\"hunter2\"))", "set .password \"x\"", "set .session.token = abc",
            "redo 4 .password=\"hunter2\"", "expect .password == \"hunter2\"", "let password = hunter2",
            "find .user.apiKey contains \"abc\"", "repeat 3 { send .enter(.password(\"x\")) }",
            "echo password: hunter2", "expect-diff .password \"a\" -> \"b\"", "set .pin 1234", "if password=x",
        ])
    func standardNames(line: String) {
        #expect(isSecret(line))
        #expect(isSecret(line, rules: ["*iban*"]))
    }

    @Test(
        "names alone, variables and empty values do not",
        arguments: [
            "get .password", "blame .session.token", "break .password", "send .enter(.name(\"Ada\"))", "send .load",
            "send .enter(.password($secret))", "expect .password == nil", "expect .token != null", "set .name \"Ada\"",
            "send .enter(.password(\"\"))", "find changed(.password)", "watch .password", "log --action .password*",
            "state .users[id=3].email", "", "help password",
        ])
    func harmless(line: String) {
        #expect(!isSecret(line))
    }

    @Test("what the program's rules hide stays out: paths, names and types")
    func rules() {
        let rules = ["/users/*/email", "type:Vault", "*iban*"]
        for line in [
            "set .users.ada.email \"ada@example.org\"", "send .setEmail(\"ada@example.org\")",
            "send .join(User(email: \"ada@example.org\", age: 3))", "send .open(Vault(code: 1234))",
            "send .open(Vault(code: 1234)) | cat", "log; send .open(Vault(code: 1234)) && log",
            "commands 1 state; send .open(Vault(code: 1234))", "alias o = send .open(Vault(code: 1234))",
            "let x from send .open(Vault(code: 1234))", "echo $x; set .vault.code 1234",
            "set .vault Vault(code: 1234)", "set .vault.code 1234", "send {\"setEmail\": \"x\"}", "set .iban \"DE89\"",
        ] {
            #expect(isSecret(line, rules: rules), "\(line)")
            #expect(!isSecret(line), "\(line)")
        }
        #expect(!isSecret("set .name \"Ada\"", rules: rules))
        for line in ["set .vault.code $code", "send .open(Vault(code: $code)) | cat"] {
            #expect(!isSecret(line, rules: rules), "\(line)")
        }
        #expect(!isSecret("send .join(User(age: 3))", rules: ["type:Vault"]))
        // An exception of the program counts.
        #expect(!isSecret("set .tokenCount \"3\"", rules: ["!tokenCount"]))
    }

    @Test("tokens of `strobe token` and other well-known secrets stay out wherever they are")
    func tokens() {
        #expect(isSecret("attach \(AccessSecret.make())"))
        #expect(isSecret("note Bearer abcdefgh12345678"))
        #expect(!isSecret("note ada@example.org called"))
    }
}
