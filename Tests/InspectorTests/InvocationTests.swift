import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("Command lines")
struct InvocationTests {
    private func message(_ line: String) -> String? {
        do {
            _ = try Invocation(line)
            return nil
        } catch {
            return error.code == .usage ? error.message : "not a usage error"
        }
    }

    @Test(
        "a command is found by name, by alias and by the beginning of its name",
        arguments: [
            ("state", "state"), ("s", "state"), ("p", "print"), ("b", "break"), ("n", "next"), ("bt", "why"),
            ("c", "resume"), ("j", nil), ("r", nil), ("st", nil), ("stat", "state"),
            ("sto", "stores"), ("go", "goto"),
            ("?", "help"), ("exit", "quit"), ("un", nil), ("unw", "unwatch"), ("sen", "send"),
        ])
    func names(word: String, expected: String?) {
        #expect((try? CommandTable.command(named: word).name) == expected)
    }

    @Test("a name or alias means one command only")
    func unambiguous() {
        let words = CommandTable.all.flatMap { [$0.name] + $0.aliases }
        #expect(Set(words).count == words.count)
    }

    @Test("an ambiguous beginning names the commands that it can mean")
    func ambiguous() {
        #expect(message("st")?.contains("state, step, stores") == true)
    }

    @Test("an unknown command is answered with the nearest one")
    func unknown() {
        #expect(message("staet")?.contains("Did you mean `state`?") == true)
        #expect(message("xyzzyplugh")?.contains("Did you mean") == false)
        #expect(message(".session.user")?.contains("`state .session.user`") == true)
    }

    @Test("options may be anywhere, with or without an equals sign")
    func options() throws {
        let invocation = try Invocation("state --at 3 .a --depth=2")
        #expect(invocation.arguments == [".a"])
        #expect(invocation.options == ["at": "3", "depth": "2"])
        #expect(try invocation.number("depth") == 2)
    }

    @Test("an unknown option, a missing value, a value too many and an argument too many are named")
    func wrongOptions() {
        #expect(message("state --dept 3")?.contains("Did you mean `--depth`?") == true)
        #expect(message("state --depth")?.contains("--depth N") == true)
        #expect(message("log --changed=yes")?.contains("takes no value") == true)
        #expect(message("state .a .b")?.contains("`.b` is one argument too many") == true)
        #expect(throws: InspectorError.self) { try Invocation("state --depth x").number("depth") }
        #expect(throws: InspectorError.self) { try Invocation("state --depth -1").number("depth") }
    }

    @Test(
        "an action is taken as it is, with options before and after it",
        arguments: [
            #"send .a(b: "x  y")"#, #"send --dry-run .a(b: "x  y")"#, #"send .a(b: "x  y")   --dry-run "#,
            #"send --if-seq 3 .a(b: "x  y")"#, #"send .a(b: "x  y") --if-seq 3 --dry-run"#,
            #"send --dry-run --if-seq=3 .a(b: "x  y")"#,
        ])
    func actions(line: String) throws {
        let invocation = try Invocation(line)
        #expect(invocation.argument == #".a(b: "x  y")"#)
        #expect(invocation.has("dry-run") == line.contains("--dry-run"))
        #expect(try invocation.number("if-seq") == (line.contains("if-seq") ? 3 : nil))
    }

    @Test("two dashes inside an action are a part of it")
    func dashesInAction() throws {
        #expect(try Invocation(#"send .say("--dry-run")"#).argument == #".say("--dry-run")"#)
        #expect(try Invocation("echo a --b c").argument == "a --b c")
    }

    @Test(
        "places in the history are read",
        arguments: [
            ("7", SeqArgument.seq(7)), ("@7", .seq(7)), ("-1", .relative(-1)), ("+2", .relative(2)), ("live", .live),
            ("first", .first), ("last", .last),
        ])
    func places(text: String, expected: SeqArgument) {
        #expect(SeqArgument(text) == expected)
    }

    @Test("what is no place in the history is refused", arguments: ["", "-", "x", "1.5", ".a", "99999999999999999999"])
    func noPlaces(text: String) {
        #expect(SeqArgument(text) == nil)
    }

    @Test("relative places stay within the history, absolute ones beyond it are an error")
    func resolution() throws {
        #expect(try SeqArgument.relative(-1).resolved(from: nil, in: 2...9) == 8)
        #expect(try SeqArgument.relative(-5).resolved(from: 4, in: 2...9) == 2)
        #expect(try SeqArgument.relative(.min).resolved(from: 4, in: 2...9) == 2)
        #expect(try SeqArgument.relative(.max).resolved(from: 4, in: 2...9) == 9)
        #expect(try SeqArgument.first.resolved(from: nil, in: 2...9) == 2)
        #expect(throws: InspectorError.self) { try SeqArgument.seq(10).resolved(from: nil, in: 2...9) }
    }

    @Test(
        "ranges of the log are read",
        arguments: [
            ("20", SeqRange.newest(20)), ("3..9", .between(from: 3, to: 9)), ("3...9", .between(from: 3, to: 9)),
            ("3..", .between(from: 3, to: nil)), ("..9", .between(from: nil, to: 9)),
        ])
    func ranges(text: String, expected: SeqRange) throws {
        #expect(try SeqRange(text) == expected)
    }

    @Test("what is no range is refused", arguments: ["", "0", "-3", "..", "9..3", "a..b", "1..2..3", "-1..3"])
    func noRanges(text: String) {
        #expect(throws: InspectorError.self) { try SeqRange(text) }
    }
}

@Suite("Command lines whose options hold blanks")
struct LongOptionTests {
    private static let condition = #".a == "x  y" && count(.b) > 3"#

    @Test(
        "a condition extends to the next option, or is in quotes",
        arguments: [
            "break .add(*) --if \(condition) --once", "break --once --if \(condition) --path .c .add(*)",
            "break --once --if '\(condition)' .add(*)", "break .add(*) --if=\(condition) --once",
            "break   .add(*)   --once --if   \(condition)  ",
        ])
    func conditions(line: String) throws {
        let invocation = try Invocation(line)
        #expect(invocation.value("if") == Self.condition)
        #expect(invocation.has("once"))
        #expect(invocation.argument == ".add(*)")
    }

    @Test("a text may begin with a quoted string, or be one")
    func quotes() throws {
        #expect(try Invocation(#"break --if "a" == .b"#).value("if") == #""a" == .b"#)
        #expect(try Invocation(#"logpoint "a  b" --once"#).argument == "a  b")
        #expect(try Invocation("logpoint a --> {.b}").argument == "a --> {.b}")
    }

    @Test("what is no option, what is missing and what is too much is named")
    func wrong() {
        for (line, text) in [
            ("break .a --onec", "Did you mean `--once`?"), ("break .a --if --once", "`--if` needs a value"),
            ("break .a --if= --once", "`--if` needs a value"),
            ("break --once .a --path .b .c", "one argument too many"),
            ("break --once=1 .a", "takes no value"),
        ] {
            let message: String
            do {
                _ = try Invocation(line)
                message = "no error"
            } catch {
                message = error.message
            }
            #expect(message.contains(text), "\(line): \(message)")
        }
    }
}
