import Strobe
import Testing

/// The examples of composition; each is in the documentation of what it shows.
@Suite("Examples of composition")
struct CompositionExamples {
    @Test("a closure is a reducer")
    func reduce() {
        let counter = Reduce<Int, Bool, Never> { count, isUp in
            count += isUp ? 1 : -1
        }
        let store = Store(initial: 0, reducer: counter)
        store.dispatch(true)
        #expect(store.state == 1)
    }

    @Test("a reducer rejects an action")
    func rejection() async throws {
        let store = Store(initial: 0) { (balance: inout Int, withdrawal: Int) in
            if withdrawal > balance { try reject("only \(balance) left") }
            balance -= withdrawal
        }
        let receipt = try await store.receipt(of: 5)
        print(receipt.rejection ?? "")  // only 0 left
        #expect(receipt.rejection == "only 0 left")
    }

    @Test("reducers run in a row")
    func combined() {
        let step = Reduce<Int, Int, Never> { sum, number in
            sum += number
            return []
        }
        let limit = Reduce<Int, Int, Never> { sum, _ in
            sum = min(sum, 10)
            return []
        }
        let store = Store(initial: 0, reducer: CombinedReducer([step, limit]))
        store.dispatch(25)
        print(store.state)  // 10
        #expect(store.state == 10)
    }

    @Test("a case path gets payloads in and out")
    func casePath() {
        enum Parent: Sendable, Equatable { case profile(Int), posts(Int), reset }
        let profile = CasePath(Parent.profile)
        let own = profile.extract(.profile(3))  // 3
        let other = profile.extract(.posts(3))  // nil
        let parent = profile.embed(4)  // .profile(4)
        #expect(own == 3)
        #expect(other == nil)
        #expect(parent == .profile(4))
    }

    @Test("a case path is made of two functions")
    func twoFunctions() {
        let number = CasePath<any Sendable, Int>(embed: { $0 }, extract: { $0 as? Int })
        #expect(number.extract(3) == 3)
        #expect(number.extract("three") == nil)
    }

    @Test("reflection finds payloads of any number")
    func reflection() {
        enum Parent: Sendable { case move(x: Int, y: Int), rename(String?), reset }
        let point = CasePath(Parent.move).extract(.move(x: 1, y: 2))  // (1, 2)
        let name = CasePath(Parent.rename).extract(.rename(nil))  // .some(nil)
        let reset: Void? = CasePath<Parent, Void> { .reset }.extract(.reset)  // ()
        #expect(point?.0 == 1 && point?.1 == 2)
        #expect(name == .some(nil))
        #expect(reset != nil)
    }

    @Test("an action is meant for one element")
    func elementAction() {
        enum ListAction: Sendable { case clear, item(ElementAction<Int, String>) }
        let rename = ListAction.item(ElementAction(id: 42, action: "tea"))
        #expect(CasePath(ListAction.item).extract(rename)?.id == 42)
    }

    @Test("a scoped store is a part of a store")
    func scopedStore() {
        struct Screen: Sendable { var likes = 0, title = "" }
        enum Event: Sendable { case like(by: Int), rename(String) }
        let store = Store(initial: Screen()) { (screen: inout Screen, event: Event) in
            switch event {
            case .like(let number): screen.likes += number
            case .rename(let title): screen.title = title
            }
        }
        let likes = store.scope(state: \.likes, action: Event.like)
        likes.dispatch(2)
        print(likes.state)  // 2
        #expect(likes.state == 2)
        store.dispatch(.rename("tea"))
        #expect(store.state.title == "tea")
    }

    @Test("a store is scoped to a case and to an element")
    func scopeFunctions() {
        enum Session: Sendable { case signedOut, signedIn(visits: Int) }
        let store = Store(initial: Session.signedOut) { (session: inout Session, visits: Int) in
            session = .signedIn(visits: visits)
        }
        let visits = store.scope(state: CasePath(Session.signedIn).extract) { (count: Int) in count }
        visits.dispatch(7)
        print(visits.state ?? 0)  // 7; nil while nobody is signed in
        #expect(visits.state == 7)
    }

    @Test("a reducer of a part becomes one of the whole")
    func scoped() {
        struct Screen: Sendable { var likes = 0, visits = 0 }
        enum Event: Sendable { case likes(Int), visits(Int) }
        let counter = Reduce<Int, Int, Never> { count, step in
            count += step
            return []
        }
        let screen = CombinedReducer([
            counter.scoped(state: \Screen.likes, action: CasePath(Event.likes)),
            counter.scoped(state: \Screen.visits, action: CasePath(Event.visits)),
        ])
        let store = Store(initial: Screen(), reducer: screen)
        store.dispatch(.visits(3))
        #expect(store.state.visits == 3)
        #expect(store.state.likes == 0)
    }

    @Test("a reducer of a payload runs in its case")
    func scopedCase() {
        enum Session: Sendable, Equatable { case signedOut, signedIn(visits: Int) }
        let visits = Reduce<Int, Int, Never> { count, step in
            count += step
            return []
        }
        let session = visits.scoped(stateCase: CasePath(Session.signedIn), action: .whole)
        let store = Store(initial: Session.signedIn(visits: 1), reducer: session)
        store.dispatch(2)
        #expect(store.state == .signedIn(visits: 3))
    }

    @Test("a reducer of what may be missing")
    func optional() {
        struct Screen: Sendable { var draft: String? }
        let typing = Reduce<String, String, Never> { text, more in
            text += more
            return []
        }
        let screen = typing.optional().scoped(state: \Screen.draft, action: .whole)
        let store = Store(initial: Screen(), reducer: screen)
        store.dispatch("tea")
        #expect(store.state.draft == nil)
    }

    @Test("a reducer of one of the things that a screen may present")
    func presented() {
        enum Sheet: Sendable, Equatable { case naming(String), help }
        struct Screen: Sendable { var sheet: Sheet? }
        let typing = Reduce<String, String, Never> { name, new in name = new }
        let screen = typing.scoped(
            state: \Screen.sheet, stateCase: CasePath(Sheet.naming), action: .whole)
        let store = Store(initial: Screen(sheet: .naming("")), reducer: screen)
        store.dispatch("Ada")
        #expect(store.state.sheet == .naming("Ada"))
    }

    @Test("a reducer of one element becomes one of all")
    func forEach() {
        struct Entry: Identifiable, Sendable {
            let id: Int
            var isDone = false
        }
        struct List: Sendable { var entries = [Entry(id: 1), Entry(id: 2)] }
        let finish = Reduce<Entry, Bool, String> { entry, isDone in
            entry.isDone = isDone
            return ["save"]
        }
        let list = finish.forEach(\List.entries, action: .whole) { id, effect in "\(effect) \(id)" }
        let store = Store(initial: List(), reducer: list)
        store.dispatch(ElementAction(id: 2, action: true))
        #expect(store.state.entries.map(\.isDone) == [false, true])
    }
}
