import Strobe
import Testing

private enum Inner: Sendable, Equatable {
    case loaded(Int)
    case failed(Int)
    case idle
}

private enum Outer: Sendable, Equatable, CustomStringConvertible {
    case loaded(Inner)
    case other(Inner)
    case pair(Int, String)
    case point(x: Int, y: Int)
    case reason(text: String)
    case note(String)
    case memo(String)
    case limit(Int?)
    case limits([Int]?)
    case amount(by: Int)
    case amount(times: Int)
    case nothing(Void)
    case reset
    case stop
    indirect case later(Outer)

    static func == (left: Outer, right: Outer) -> Bool { left.description == right.description }

    var description: String {
        switch self {
        case .reset: "reset"
        case .stop: "stop"
        case .loaded(let inner): "loaded \(inner)"
        case .later(let outer): "later \(outer)"
        case .note(let text): "note \(text)"
        default: "an outer"
        }
    }
}

@Suite("Case paths by reflection")
struct CasePathTests {
    @Test("a payload is found in its own case only")
    func ownCase() {
        let path = CasePath(Outer.note)
        #expect(path.extract(.note("a")) == "a")
        #expect(path.extract(.memo("a")) == nil)
        #expect(path.extract(.reason(text: "a")) == nil)
        #expect(path.extract(.reset) == nil)
        #expect(CasePath(Outer.memo).extract(.memo("b")) == "b")
    }

    @Test("several payloads are a tuple, with and without labels")
    func several() {
        let pair = CasePath(Outer.pair)
        #expect(pair.extract(.pair(1, "a")).map { $0 == (1, "a") } == true)
        #expect(pair.extract(.point(x: 1, y: 2)) == nil)
        let point = CasePath(Outer.point)
        #expect(point.extract(.point(x: 1, y: 2)).map { $0 == (1, 2) } == true)
        #expect(point.extract(.pair(1, "a")) == nil)
        let named = CasePath<Outer, (x: Int, y: Int)> { .point(x: $0.x, y: $0.y) }
        #expect(named.extract(.point(x: 3, y: 4)).map { $0.x == 3 && $0.y == 4 } == true)
    }

    @Test("one payload with a label is the payload")
    func label() {
        let path = CasePath(Outer.reason)
        #expect(path.extract(.reason(text: "full")) == "full")
        #expect(path.extract(.note("full")) == nil)
    }

    @Test("cases of one name are distinguished by their labels")
    func labels() {
        let path = CasePath(Outer.amount(by:))
        #expect(path.extract(.amount(by: 2)) == 2)
        #expect(path.extract(.amount(times: 2)) == nil)
    }

    @Test("a case without payload, and one whose payload is nothing, have nothing in them")
    func nothing() {
        let reset = CasePath<Outer, Void> { .reset }
        #expect(reset.extract(.reset) != nil)
        #expect(reset.extract(.stop) == nil)
        #expect(reset.extract(.nothing(())) == nil)
        #expect(reset.extract(.note("")) == nil)
        #expect(CasePath(Outer.nothing).extract(.nothing(())) != nil)
        #expect(CasePath(Outer.nothing).extract(.reset) == nil)
    }

    @Test("cases of the same name in enums within each other are not taken for one another")
    func nested() {
        let outer = CasePath(Outer.loaded)
        #expect(outer.extract(.loaded(.loaded(3))) == .loaded(3))
        #expect(outer.extract(.other(.loaded(3))) == nil)
        let deep = CasePath<Outer, Int> { .loaded(.loaded($0)) }
        #expect(deep.extract(.loaded(.loaded(3))) == 3)
        #expect(deep.extract(.loaded(.failed(3))) == nil)
        #expect(deep.extract(.other(.loaded(3))) == nil)
        let idle = CasePath<Outer, Void> { .loaded(.idle) }
        #expect(idle.extract(.loaded(.idle)) != nil)
        #expect(idle.extract(.loaded(.failed(1))) == nil)
        #expect(idle.extract(.other(.idle)) == nil)
    }

    @Test("a path can be made of two")
    func appending() {
        let path = CasePath(Outer.loaded).appending(CasePath(Inner.failed))
        #expect(path.extract(.loaded(.failed(3))) == 3)
        #expect(path.extract(.loaded(.loaded(3))) == nil)
        #expect(path.extract(.other(.failed(3))) == nil)
        #expect(path.embed(4) == .loaded(.failed(4)))
    }

    @Test("an optional payload may be nil")
    func optionals() {
        let limit = CasePath(Outer.limit)
        #expect(limit.extract(.limit(nil)) == .some(nil))
        #expect(limit.extract(.limit(3)) == .some(3))
        #expect(limit.extract(.limits(nil)) == nil)
        #expect(CasePath(Outer.limits).extract(.limits([1])) == .some([1]))
        #expect(CasePath(Outer.limits).extract(.limit(nil)) == nil)
    }

    @Test("an optional is an enum like others")
    func optionalRoot() {
        let path = CasePath<Int?, Int> { .some($0) }
        #expect(path.extract(3) == 3)
        #expect(path.extract(nil) == nil)
    }

    @Test("a recursive case is found at its own depth")
    func recursive() {
        #expect(CasePath(Outer.later).extract(.later(.note("a"))) == .note("a"))
        #expect(CasePath(Outer.note).extract(.later(.note("a"))) == nil)
        let later = CasePath<Outer, String> { .later(.note($0)) }
        #expect(later.extract(.later(.note("a"))) == "a")
        #expect(later.extract(.note("a")) == nil)
        let twice = CasePath<Outer, Outer> { .later(.later($0)) }
        #expect(twice.extract(.later(.later(.later(.note("a"))))) == .later(.note("a")))
        #expect(twice.extract(.later(.later(.reset))) == .reset)
        #expect(twice.extract(.later(.reset)) == nil)
    }

    @Test("what is no enum, and a closure, is found nowhere")
    func unfit() {
        enum Job: Sendable { case run(@Sendable (Int) -> Int) }
        #expect(CasePath<Int, Int> { $0 }.extract(3) == nil)
        #expect(CasePath(Job.run).extract(.run { $0 + 1 }) == nil)
    }

    @Test("two functions, and the whole, need no reflection")
    func functions() {
        let path = CasePath<any Sendable, Int>(embed: { $0 }, extract: { $0 as? Int })
        #expect(path.extract(3) == 3)
        #expect(path.extract("3") == nil)
        #expect(CasePath<Int, Int>.whole.extract(path.embed(4) as? Int ?? 0) == 4)
    }
}
