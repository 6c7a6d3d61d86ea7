import Strobe
import Testing

/// The code of the article on degenerate states.
@Suite("The article on degenerate states", .timeLimit(.minutes(5)))
struct ItemsExamples {
    enum ItemsState: KindedByName, Codable, Equatable {
        case loading, showingData([String]), empty, error(reason: String)
        enum Kind: CaseIterable { case loading, showingData, empty, error }
    }
    enum ItemsEvent: KindedByName, Codable {
        case load, loaded([String]), failed(reason: String)
        enum Kind: CaseIterable { case load, loaded, failed }
    }
    enum ItemsEffect: Codable, Sendable { case load }

    enum ItemsScreen: Equatable {
        case activityIndicator, table([String]), emptyLabel, errorLabel(String)

        init(_ state: ItemsState) {
            switch state {
            case .loading: self = .activityIndicator
            case .showingData(let items): self = .table(items)
            case .empty: self = .emptyLabel
            case .error(let reason): self = .errorLabel(reason)
            }
        }
    }

    @Test("a table has every transition")
    func table() async throws {
        let load: @Sendable () async throws -> [String] = { ["lamp"] }
        let isEmpty = Guard<ItemsState, ItemsEvent>("items.isEmpty", of: ItemsEvent.loaded) { items in
            items.isEmpty
        }
        let machine = StateMachine<ItemsState, ItemsEvent, ItemsEffect>(
            initial: .loading,
            transitions: [
                .on(.loaded, from: .loading, when: isEmpty, to: .empty),
                .on(
                    .loaded, from: .loading, when: !isEmpty, to: .showingData,
                    carrying: ItemsEvent.loaded, into: ItemsState.showingData),
                .on(
                    .failed, from: .loading, to: .error,
                    carrying: ItemsEvent.failed, into: ItemsState.error),
                .on(.load, from: .showingData, .empty, .error, to: .loading),
            ],
            enter: [.loading: [.load]])

        let store = Store(machine: machine)
        store.setEffectHandler { effect, context in  // the first state is entered: loading begins
            do {
                context.dispatch(.loaded(try await load()))
            } catch {
                context.dispatch(.failed(reason: "\(error)"))
            }
        }
        #expect(machine.issues.isEmpty)
        for await state in store.states() where state == .showingData(["lamp"]) { break }
        #expect(ItemsScreen(store.state) == .table(["lamp"]))
        #expect(try await store.receipt(of: .loaded([])).rejection == "no transition on loaded from showingData")
    }

    @Test("each state is an object")
    @MainActor func objects() async {
        @MainActor final class ItemsController {
            var screen: ItemsScreen?
            let load: @Sendable () async throws -> [String]
            private(set) lazy var machine = StateObjectMachine(
                initial: .loading, host: self, factory: ItemsStateObject.make)

            init(load: @escaping @Sendable () async throws -> [String]) { self.load = load }
            func viewDidLoad() { machine.start() }
        }

        class ItemsStateObject: StateObject<ItemsState, ItemsEvent, ItemsController> {
            static func make(
                _ state: ItemsState, host: ItemsController
            ) -> StateObject<ItemsState, ItemsEvent, ItemsController> {
                switch state {
                case .loading: LoadingState(host: host)
                case .showingData(let items): ShowingDataState(items: items, host: host)
                case .empty: EmptyState(host: host)
                case .error(let reason): ErrorState(reason: reason, host: host)
                }
            }

            override func next(on event: ItemsEvent) -> ItemsState? {
                if case .load = event { .loading } else { nil }
            }
        }

        final class LoadingState: ItemsStateObject {
            override func enter() {
                host?.screen = .activityIndicator
                run("load") { [load = host?.load] in
                    do {
                        return .loaded(try await load?() ?? [])
                    } catch {
                        return .failed(reason: "\(error)")
                    }
                }
            }

            override func next(on event: ItemsEvent) -> ItemsState? {
                switch event {
                case .load: nil
                case .loaded(let items): items.isEmpty ? .empty : .showingData(items)
                case .failed(let reason): .error(reason: reason)
                }
            }
        }

        final class ShowingDataState: ItemsStateObject {
            let items: [String]

            init(items: [String], host: ItemsController) {
                self.items = items
                super.init(host: host)
            }

            override func enter() { host?.screen = .table(items) }
        }

        final class EmptyState: ItemsStateObject {
            override func enter() { host?.screen = .emptyLabel }
        }

        final class ErrorState: ItemsStateObject {
            let reason: String

            init(reason: String, host: ItemsController) {
                self.reason = reason
                super.init(host: host)
            }

            override func enter() { host?.screen = .errorLabel(reason) }
        }

        let controller = ItemsController { [] }
        controller.viewDidLoad()
        #expect(controller.screen == .activityIndicator)
        for await state in controller.machine.states() where state == .empty { break }
        #expect(controller.screen == .emptyLabel)
    }
}
