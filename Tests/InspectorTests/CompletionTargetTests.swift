import Testing

@testable import Inspector
@testable import InspectorCore

@Suite("What can be completed where")
struct CompletionTargetTests {
    private func describe(_ head: String) -> String {
        switch CompletionTarget(head) {
        case .name(let prefix): "name \(prefix)"
        case .option(let command, let prefix): "option of \(command.name) \(prefix)"
        case .variable(let prefix): "variable \(prefix)"
        case .argument(let kind, let text): "\(kind) \(text)"
        case nil: "nothing"
        }
    }

    @Test(
        "the place in the line decides",
        arguments: [
            ("", "name "), ("st", "name st"), ("  st", "name st"), ("state ", "path "), ("state .a.b", "path .a.b"),
            ("state --", "option of state --"), ("state --at ", "seq "), ("state --at 3", "seq 3"),
            ("state --at 3 .x", "path .x"), ("state --at=3 .x", "path .x"), ("state .a .b", "nothing"),
            ("diff 1 2 .a", "path .a"), ("use pr", "store pr"), ("actions .l", "actionCase .l"),
            ("send .loaded(User(na", "action .loaded(User(na"), ("send --dry-run .l", "action .l"),
            ("send --if-seq 3 .l", "action .l"), ("help go", "command go"), ("nonsense x", "nothing"),
            ("live ", "nothing"),
            (#"get .["odd k"#, #"path .["odd k"#),
        ])
    func targets(head: String, expected: String) {
        #expect(describe(head) == expected)
    }

    @Test(
        "the parent of a path that is being typed",
        arguments: [
            ("", ""), (".", ""), (".ses", ""), (".session.na", ".session"), (".items[", ".items"),
            (".items[3].t", ".items[3]"),
            (#".a["x.y"].b"#, #".a["x.y"]"#), (#".a.["x.y"#, ".a"), ("/a/b", "/a"), ("/", ""), ("items", ""),
        ])
    func parents(typed: String, expected: String) {
        #expect(PathPrefix(typed).text == expected)
    }

    @Test(
        "a line with an action goes on while brackets are open",
        arguments: [
            ("send .a(", false), ("send .a(x: [1,", false), ("send .a(\"(\")", true), ("send .load", true),
            ("send .a(\"x", true),
            ("state .a[", true), ("", true), ("send .a)", true),
        ])
    func complete(line: String, expected: Bool) {
        #expect(LineSyntax.isComplete(line) == expected)
    }

    @Test(
        "an index that is begun is looked for among those it can become",
        arguments: [
            (".items[", [0..<40]), (".items[0", [0..<1]), (".items[12", [12..<13, 120..<130]),
            (".items[id=4", [0..<100]), (".items[99999999999999999999", [0..<100]), (".na", [0..<100]),
            ("/items/7", [7..<8, 70..<80, 0..<100]), ("/items/", [0..<100]),
        ])
    func pages(typed: String, pages: [Range<Int>]) {
        #expect(PathPrefix(typed).pages(of: typed) == pages)
    }
}
