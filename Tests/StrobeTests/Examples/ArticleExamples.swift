import Observation
import Strobe
import Testing

/// The code of the articles that are about no design; each test is one of them.
@Suite("The articles", .timeLimit(.minutes(5)))
struct ArticleExamples {
    @Test("a cart takes actions, and rejects one that makes no sense")
    func gettingStarted() async throws {
        struct Cart: Codable, Sendable {
            var items: [String] = []
            var isPaid = false
        }

        enum CartAction: Codable, Sendable {
            case add(String)
            case pay
        }

        let store = Store(initial: Cart()) { (cart: inout Cart, action: CartAction) in
            switch action {
            case .add(let item):
                cart.items.append(item)
            case .pay:
                if cart.items.isEmpty { try reject("the cart is empty") }
                cart.isPaid = true
            }
        }

        let receipt = try await store.receipt(of: .pay)
        print(receipt.rejection ?? "paid")  // the cart is empty
        #expect(receipt.rejection == "the cart is empty")

        let subscription = store.subscribe(to: \.items) { print($0) }
        store.dispatch(.add("tea"))  // prints: ["tea"]
        store.dispatch(.pay)  // prints nothing: the items are the same
        print(store.state.isPaid)  // true
        subscription.cancel()
        #expect(store.state.isPaid)
    }

    @Test("a search runs once typing pauses, and can be stopped")
    func effects() async {
        struct Search: Reducer {
            struct State: Sendable { var text = "", results: [String] = [] }
            enum Action: Sendable { case typed(String), cleared, found([String]) }
            enum Effect: Sendable { case find(String), stop }

            func reduce(_ state: inout State, _ action: Action) -> [Effect] {
                switch action {
                case .typed(let text):
                    state.text = text
                    return [.find(text)]
                case .cleared:
                    state = State()
                    return [.stop]
                case .found(let results):
                    state.results = results
                    return []
                }
            }
        }

        let find: @Sendable (String) async -> [String] = { text in ["green \(text)"] }
        let store = Store(initial: Search.State(), reducer: Search())
        store.setEffectHandler(
            schedule: { effect in
                switch effect {
                case .find: .debounced("find", for: .milliseconds(300), replacing: true)
                case .stop: .cancelling("find")
                }
            },
            async: { effect, context in
                guard case .find(let text) = effect else { return }
                context.dispatch(.found(await find(text)))
            })
        store.dispatch(.typed("te"))
        store.dispatch(.cleared)
        #expect(store.runningEffects.isEmpty)

        store.dispatch(.typed("tea"))
        for effect in store.runningEffects {
            print(effect.name, effect.phase, "for #\(effect.cause ?? 0)")  // find waiting for #3
        }
        for await results in store.values(of: \.results) where results == ["green tea"] { break }
        #expect(store.seq == 4)
        store.dispatch(.typed("teapot"))
        store.cancelEffects(named: "find")
        #expect(store.runningEffects.isEmpty)
    }

    @Test("the search of the tutorial finds what is typed")
    func tutorial() async {
        let store = makeSearch(SearchService { text in ["green \(text)"] })
        store.dispatch(.typed("tea"))
        for await results in store.values(of: \.results) where results == ["green tea"] { break }
        #expect(!store.state.isSearching)
    }

    @Test("reducers of parts make one of the whole")
    func composition() async {
        struct Entry: Codable, Sendable, Identifiable {
            let id: Int
            var title = ""
            var isSaved = true
        }

        enum EntryAction: Codable, Sendable { case rename(String), saved }
        enum EntryEffect: Codable, Sendable { case save(title: String) }

        let entry = Reduce<Entry, EntryAction, EntryEffect> { entry, action in
            switch action {
            case .rename(let title):
                entry.title = title
                entry.isSaved = false
                return [.save(title: title)]
            case .saved:
                entry.isSaved = true
                return []
            }
        }

        struct Notebook: Codable, Sendable {
            var entries = [Entry(id: 1), Entry(id: 2)]
            var draft: Entry?
        }

        enum NotebookAction: Codable, Sendable {
            case entry(ElementAction<Int, EntryAction>)
            case draft(EntryAction)
            case begin
        }

        enum NotebookEffect: Sendable {
            case entry(Int, EntryEffect)
            case draft(EntryEffect)
        }

        let notebook = CombinedReducer<Notebook, NotebookAction, NotebookEffect> {
            entry.forEach(
                \.entries, action: CasePath(NotebookAction.entry),
                effect: NotebookEffect.entry)
            entry.optional().scoped(
                state: \.draft, action: CasePath(NotebookAction.draft),
                effect: NotebookEffect.draft)
            Reduce { notebook, action in
                if case .begin = action { notebook.draft = Entry(id: 3) }
                return []
            }
        }

        let save: @Sendable (String) async -> Void = { _ in }
        let store = Store(initial: Notebook(), reducer: notebook)
        store.setEffectHandler(
            forEach: CasePath(NotebookEffect.entry), action: NotebookAction.entry
        ) { id, effect, context in
            guard case .save(let title) = effect else { return }
            await save("\(id) \(title)")
            context.dispatch(.saved)
        }
        store.setEffectHandler(
            for: CasePath(NotebookEffect.draft), action: NotebookAction.draft
        ) { effect, context in
            guard case .save(let title) = effect else { return }
            await save(title)
            context.dispatch(.saved)
        }
        store.dispatch(.draft(.rename("Nothing happens: there is no draft")))
        #expect(store.state.draft == nil && store.runningEffects.isEmpty)
        store.dispatch(.begin)

        let draft = store.scope(state: \.draft, action: NotebookAction.draft)
        draft.dispatch(.rename("Birthdays"))
        print(draft.state?.title ?? "")  // Birthdays
        #expect(draft.state?.title == "Birthdays")
        store.dispatch(.entry(ElementAction(id: 2, action: .rename("Groceries"))))
        #expect(store.state.entries.map(\.title) == ["", "Groceries"])
        for await isDone in store.states().map({ $0.draft?.isSaved == true }) where isDone { break }
        #expect(draft.state?.isSaved == true)
    }

    @Test("a screen reads a store")
    @MainActor func screens() {
        struct Profile: Codable, Sendable {
            var name = ""
            var visits = 0
            var title: String { name.isEmpty ? "Nobody" : name }
        }

        enum ProfileEvent: Codable, Sendable { case rename(String), visit }

        let store = Store(initial: Profile()) { (profile: inout Profile, event: ProfileEvent) in
            switch event {
            case .rename(let name): profile.name = name
            case .visit: profile.visits += 1
            }
        }

        @MainActor final class ProfileScreen {
            private let profile: ObservedState<Profile, ProfileEvent>

            init(_ profile: ObservedState<Profile, ProfileEvent>) { self.profile = profile }

            var title: String { profile.title }
            func nameChanged(to name: String) { profile.dispatch(.rename(name)) }
        }

        let screen = ProfileScreen(store.observed)
        screen.nameChanged(to: "Ada")
        print(screen.title)  // Ada
        #expect(screen.title == "Ada")

        @MainActor final class Label { var text = "" }
        let label = Label()
        let subscription = store.subscribe(to: \.visits, on: .mainActor, initial: true) { visits in
            label.text = "\(visits) visits"
        }
        store.dispatch(.visit)
        print(label.text)  // 1 visits
        #expect(label.text == "1 visits")
        subscription.cancel()
    }
}
