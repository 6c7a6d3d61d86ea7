import StrobeTree
import Testing

@testable import InspectorDAP

@Suite("Reading breakpoints")
struct BreakpointReadingTests {
    @Test("a function breakpoint names a store, an action, a condition and a text")
    func functions() {
        func read(_ text: String) -> [String?] {
            let read = FunctionBreakpoint(parsing: text)
            return [read.store, read.action, read.condition, read.log]
        }
        #expect(read(".load") == [nil, ".load", nil, nil])
        #expect(read(" user: .load* ") == ["user", ".load*", nil, nil])
        #expect(read(".loaded(User(id: 7*") == [nil, ".loaded(User(id: 7*", nil, nil])
        #expect(read("login: .a if .n > 3 log n is {.n}") == ["login", ".a", ".n > 3", "n is {.n}"])
        #expect(read(".a(\" if \")") == [nil, ".a(\" if \")", nil, nil])
        #expect(read("") == [nil, nil, nil, nil])
    }

    @Test("a hit count is a number, from it on, or exactly it")
    func hits() throws {
        #expect(try HitCondition(parsing: "3") == HitCondition(parsing: " >= 3 "))
        #expect(try HitCondition(parsing: "==3").isOnce)
        for text in ["", "0", "-1", "% 2", "> 3", "3.5", "99999999999999999999", "== x"] {
            #expect(throws: AdapterError.self) { try HitCondition(parsing: text) }
        }
    }

    @Test("all parts of a breakpoint become one condition that reads back")
    func question() throws {
        let request = BreakpointRequest(
            kind: .function, action: #".a("x")"#, path: Path(["b", "c d"]), condition: "count(.x) > 1")
        let question = try #require(request.question)
        #expect(
            question == #"(action like ".a(\"x\")" || action like ".a(\"x\")(*") && changed(/b/c d) && (count(.x) > 1)"#
        )
        #expect(BreakpointRequest(kind: .data, path: .root).question == "changed(.)")
        #expect(BreakpointRequest(kind: .function).question == nil)
    }

    @Test("conditions are joined as far as their length allows")
    func joined() {
        #expect(SearchQuestions.joined(["a", "b", "c"], limit: 6) == ["a || b", "c"])
        #expect(SearchQuestions.joined(["aaa", "bbbbbbb", "c"], limit: 6) == ["aaa", "c"])
        #expect(SearchQuestions.joined([]) == [])
    }

    @Test("equal breakpoints keep their ids, and two that are equal have two")
    func book() {
        var book = BreakpointBook()
        let a = BreakpointRequest(kind: .function, action: ".a")
        let b = BreakpointRequest(kind: .function, action: ".b")
        #expect(book.replace(.function, with: [a, b, a]).now.map(\.id) == [1, 2, 3])
        #expect(book.replace(.data, with: [BreakpointRequest(kind: .data, path: .root)]).now.map(\.id) == [4])
        let changed = book.replace(.function, with: [b, a])
        #expect(changed.now.map(\.id) == [2, 1] && changed.new.isEmpty && changed.gone.map(\.id) == [3])
        #expect(book.all.count == 3)
    }

    @Test("numbers of any size are read without trapping")
    func numbers() throws {
        let arguments = Arguments(["a": .double(1e300), "b": .uint(.max), "c": .int(-1), "d": .double(3)])
        #expect(throws: AdapterError.self) { try arguments.count("a") }
        #expect(throws: AdapterError.self) { try arguments.number("b") }
        #expect(throws: AdapterError.self) { try arguments.count("c") }
        #expect(try arguments.count("d") == 3)
        #expect(throws: AdapterError.self) { try arguments.count("e") }
    }
}
