import Foundation
import Strobe
import Testing

private struct Task: Sendable, Equatable, Identifiable {
    let id: Int
    var marks: [Int] = []
}

private enum Session: Sendable, Equatable {
    case signedOut
    case signedIn(visits: Int)
}

private struct Screen: Sendable, Equatable {
    var likes = 0
    var posts = [0]
    var draft: String?
    var session = Session.signedOut
    var tasks = [Task(id: 1), Task(id: 2)]
    var drawers: [String: [Int]] = ["a": [], "b": []]
}

private enum Event: Sendable, Equatable {
    case likes(Int)
    case posts(Int)
    case draft(String)
    case visit(Int)
    case task(ElementAction<Int, Int>)
    case drawer(ElementAction<String, Int>)
    case reset
}

private enum Wish: Sendable, Equatable {
    case count(String)
    case task(Int, String)
}

/// Counts up, and requests an effect that prints it.
private let counter = Reduce<Int, Int, String> { count, step in
    count += step
    return ["count \(count)"]
}

private let appender = Reduce<[Int], Int, String> { list, number in
    list.append(number)
    return ["append \(number)"]
}

private let marker = Reduce<Task, Int, String> { task, mark in
    task.marks.append(mark)
    return ["mark \(mark)"]
}

@Suite("Composition of reducers")
struct CompositionTests {
    private func run<R: Reducer>(_ reducer: R, _ state: inout R.State, _ actions: R.Action...) throws -> [R.Effect] {
        try actions.flatMap { try reducer.reduce(&state, $0) }
    }

    @Test("combined reducers run in order, each on what the one before it left, and their effects are joined")
    func combined() async throws {
        let double = Reduce<Int, Int, String> { state, _ in
            state *= 2
            return ["double \(state)"]
        }
        let store = Store(initial: 1, reducers: [counter, double, counter])
        #expect(try await store.receipt(of: 3).effects == ["count 4", "double 8", "count 11"])
        #expect(store.state == 11)
        let none = Store<Int, Int, String>(initial: 1, reducers: [])
        #expect(try await none.receipt(of: 3).effects == [])
        #expect(none.state == 1)
    }

    @Test("reducers without effects are listed among others that have some")
    func effectless() throws {
        struct Doubling: Reducer {
            func reduce(_ state: inout Int, _ action: Int) -> [Never] {
                state *= 2
                return []
            }
        }
        let reducer = CombinedReducer<Int, Int, String> {
            Doubling()
            counter
            Reduce { state, _ in state += 100 }
            Reduce { state, action in
                if action == 3 { state += 1_000 }
            }
            Reduce { _, _ in ["always"] }
        }
        var state = 1
        #expect(try run(reducer, &state, 3) == ["count 5", "always"])
        #expect(state == 1_105)
    }

    @Test("a reducer of a part changes that part, for that part's actions")
    func keyPath() throws {
        let reducer = CombinedReducer([
            counter.scoped(state: \Screen.likes, action: CasePath(Event.likes), effect: Wish.count),
            appender.scoped(state: \Screen.posts, action: CasePath(Event.posts), effect: Wish.count),
        ])
        var screen = Screen()
        let effects = try run(reducer, &screen, .likes(2), .posts(7), .reset)
        #expect(screen == Screen(likes: 2, posts: [0, 7]))
        #expect(effects == [.count("count 2"), .count("append 7")])
    }

    @Test("a part without effects fits into a whole that has some")
    func withoutEffects() throws {
        let silent = Reduce<Int, Int, Never> { count, step in count += step }
        let reducer = CombinedReducer<Screen, Event, Wish> {
            silent.scoped(state: \.likes, action: CasePath(Event.likes))
            appender.scoped(state: \.posts, action: CasePath(Event.posts), effect: Wish.count)
        }
        var screen = Screen()
        #expect(try run(reducer, &screen, .likes(2), .posts(7)) == [.count("append 7")])
        #expect(screen == Screen(likes: 2, posts: [0, 7]))
    }

    @Test("a reducer of a payload runs in that case only")
    func stateCase() throws {
        let reducer = counter.scoped(
            stateCase: CasePath(Session.signedIn), action: CasePath(Event.visit), effect: Wish.count)
        var session = Session.signedOut
        #expect(try run(reducer, &session, .visit(1)) == [])
        #expect(session == .signedOut)
        session = .signedIn(visits: 3)
        #expect(try run(reducer, &session, .visit(1), .likes(1)) == [.count("count 4")])
        #expect(session == .signedIn(visits: 4))
    }

    @Test("a reducer of a missing state does nothing until there is one")
    func optional() throws {
        let typing = Reduce<String, String, String> { text, more in
            text += more
            return [text]
        }
        let reducer = typing.optional().scoped(state: \Screen.draft, action: CasePath(Event.draft))
        var screen = Screen()
        #expect(try run(reducer, &screen, .draft("a")) == [])
        #expect(screen.draft == nil)
        screen.draft = ""
        #expect(try run(reducer, &screen, .draft("a"), .draft("b")) == ["a", "ab"])
        #expect(screen.draft == "ab")
    }

    @Test("a reducer of what may be presented runs while that is presented, and leaves all else as it is")
    func presented() throws {
        struct Screen: Sendable, Equatable { var session: Session? }
        let reducer = counter.scoped(
            state: \Screen.session, stateCase: CasePath(Session.signedIn), action: CasePath(Event.visit))
        for other in [nil, Session.signedOut] {
            var screen = Screen(session: other)
            #expect(try run(reducer, &screen, .visit(1)) == [])
            #expect(screen.session == other)
        }
        var screen = Screen(session: .signedIn(visits: 3))
        #expect(try run(reducer, &screen, .visit(1), .likes(1)) == ["count 4"])
        #expect(screen.session == .signedIn(visits: 4))
    }

    @Test("an action for an element changes that element, and its effects say which one it was")
    func elements() throws {
        let reducer = marker.forEach(\Screen.tasks, action: CasePath(Event.task), effect: Wish.task)
        var screen = Screen()
        let effects = try run(
            reducer, &screen, .task(.init(id: 2, action: 5)), .task(.init(id: 9, action: 6)), .reset)
        #expect(screen.tasks == [Task(id: 1), Task(id: 2, marks: [5])])
        #expect(effects == [.task(2, "mark 5")])
    }

    @Test("an action for a key changes the value of that key")
    func dictionary() throws {
        let reducer = appender.forEach(\Screen.drawers, action: CasePath(Event.drawer)) { key, text in key + text }
        var screen = Screen()
        let effects = try run(reducer, &screen, .drawer(.init(id: "b", action: 5)), .drawer(.init(id: "c", action: 6)))
        #expect(screen.drawers == ["a": [], "b": [5]])
        #expect(effects == ["bappend 5"])
    }

    @Test("a case with an id and an action is one for an element, with labels too")
    func elementCases() throws {
        enum Input: Sendable { case task(Int, Int), drawer(key: String, number: Int), other(Int, Int) }
        let reducer = CombinedReducer([
            marker.forEach(\Screen.tasks, action: CasePath(Input.task)),
            appender.forEach(\Screen.drawers, action: CasePath(Input.drawer)),
        ])
        var screen = Screen()
        let effects = try run(reducer, &screen, .task(2, 5), .drawer(key: "b", number: 6), .other(1, 7))
        #expect(effects == ["mark 5", "append 6"])
        #expect(screen.tasks == [Task(id: 1), Task(id: 2, marks: [5])])
        #expect(screen.drawers == ["a": [], "b": [6]])
    }

    @Test("parts of parts can be reached, and share their parent's effects")
    func deep() throws {
        struct App: Sendable { var screen = Screen() }
        enum Input: Sendable { case screen(Event), quit }
        let reducer = counter.scoped(state: \Screen.likes, action: CasePath(Event.likes))
            .scoped(state: \App.screen, action: CasePath(Input.screen))
        var app = App()
        #expect(try run(reducer, &app, .screen(.likes(3)), .screen(.posts(3)), .quit) == ["count 3"])
        #expect(app.screen.likes == 3)
    }

    @Test("a part is changed in place: its collections are not copied")
    func inPlace() {
        struct Lists: Sendable {
            var plain = Array(repeating: 0, count: 1_000)
            var optional: [Int]? = Array(repeating: 0, count: 1_000)
            var drawers = ["a": Array(repeating: 0, count: 1_000)]
        }
        let seen = Protected<Set<UInt>>([])
        let touch = Reduce<[Int], Int, Never> { list, number in
            list[0] = number
            list.withUnsafeBufferPointer { buffer in
                _ = seen.withLock { $0.insert(UInt(bitPattern: buffer.baseAddress)) }
            }
            return []
        }
        let reducers: [any Reducer<Lists, Int, Never>] = [
            touch.scoped(state: \.plain, action: .whole),
            touch.optional().scoped(state: \.optional, action: .whole),
            touch.forEach(
                \.drawers, action: CasePath(embed: { $0.action }, extract: { ElementAction(id: "a", action: $0) })),
        ]
        let store = Store(initial: Lists(), reducers: reducers)
        for number in 0..<10 { store.dispatch(number) }
        #expect(seen.withLock { $0.count } == 3)
    }

    @Test("an action for an element has a stable encoded form, and is read from it")
    func elementAction() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let encoded = try encoder.encode(ElementAction(id: 3, action: "go"))
        #expect(String(decoding: encoded, as: UTF8.self) == #"{"action":"go","id":3}"#)
        #expect(try JSONDecoder().decode(ElementAction<Int, String>.self, from: encoded) == .init(id: 3, action: "go"))
    }
}

@Suite("Scoped stores")
struct ScopedStoreTests {
    private func makeStore() -> Store<Screen, Event, Never> {
        Store(initial: Screen()) { (screen: inout Screen, event: Event) -> Void in
            switch event {
            case .likes(let number): screen.likes += number
            case .posts(let number): screen.posts.append(number)
            case .visit(let number): screen.session = number == 0 ? .signedOut : .signedIn(visits: number)
            default: break
            }
        }
    }

    @Test("a scoped store reads its part and dispatches its actions to the store")
    func part() {
        let store = makeStore()
        let likes = store.scope(state: \.likes, action: Event.likes)
        likes.dispatch(2)
        #expect(likes.state == 2)
        #expect(store.snapshot().seq == 1)
        store.dispatch(.likes(3))
        #expect(likes.state == 5)
    }

    @Test("a subscriber of a part is notified when the part changed")
    func changes() {
        let store = makeStore()
        let likes = store.scope(state: \.likes, action: Event.likes)
        let seen = Collector<Int>()
        let subscription = likes.subscribe(initial: true) { seen.add($0) }
        store.dispatch(.posts(1))
        likes.dispatch(1)
        likes.dispatch(0)
        #expect(seen.all == [0, 1])
        subscription.cancel()
        likes.dispatch(1)
        #expect(seen.all == [0, 1])
    }

    @Test("a part that cannot be compared is reported after every commit")
    func incomparable() {
        struct Box: Sendable { var value: Int }
        let store = makeStore()
        let boxes = store.scope(state: { Box(value: $0.likes) }, action: Event.likes)
        let seen = Collector<Int>()
        let subscription = boxes.subscribe { seen.add($0.value) }
        store.dispatch(.posts(1))
        boxes.dispatch(4)
        #expect(seen.all == [0, 4])
        subscription.cancel()
    }

    @Test("a part of a part, a payload and an element can be looked at")
    func deep() {
        let store = makeStore()
        let screen = store.scope(state: \.self, action: { (event: Event) in event })
        let visits = screen.scope(state: \.session, action: { (number: Int) in Event.visit(number) })
            .scope(state: CasePath(Session.signedIn).extract, action: { (number: Int) in number })
        let second = screen.scope(state: { $0.posts.dropFirst().first }, action: Event.posts)
        let seen = Collector<Int?>()
        let subscription = visits.subscribe { seen.add($0) }
        #expect(visits.state == nil)
        visits.dispatch(7)
        second.dispatch(4)
        #expect(visits.state == 7)
        #expect(second.state == 4)
        visits.dispatch(0)
        #expect(seen.all == [7, nil])
        subscription.cancel()
    }

    @Test("a scoped store keeps its store alive")
    func life() {
        weak var store: Store<Screen, Event, Never>?
        do {
            let made = makeStore()
            store = made
            let likes = made.scope(state: \.likes, action: Event.likes)
            withExtendedLifetime(likes) { #expect(store != nil) }
        }
        #expect(store == nil)
    }
}
