import Foundation
import Strobe
import Synchronization
import Testing

@testable import StrobeDemo

/// The claims of the author about the view controller, before and after; and about reducers in other reducers.
@Suite @MainActor struct CurrencyScreenTests {
    private let rates = Data(#"{"rates": {"USD": 1.5}}"#.utf8)
    private let url = URL(filePath: "/rates")

    /// The view controller as the author begins with it: logic, state and asynchronous code in one.
    ///
    /// `URLSession` is a closure here; the rest is his.
    private final class Before {
        var input = ""
        var output = ""
        var rate: Double?
        let load: (@escaping (Data?) -> Void) -> Void

        init(load: @escaping (@escaping (Data?) -> Void) -> Void) {
            self.load = load
        }

        func inputChanged() {
            guard let rate, let number = Double(input) else { return }
            output = "\(number * rate) USD"
        }

        func reload() {
            load { data in
                guard let data, let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                    let rates = json["rates"] as? [String: Double], let rate = rates["USD"]
                else { return }
                self.rate = rate
                self.inputChanged()
            }
        }
    }

    private func store() -> Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command> {
        let store: Store<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command> = Store(
            initial: CurrencyConverter(ratesURL: url)
        ) { state, message in state.send(message) }
        store.setInlineEffectHandler { [rates] command, context in
            switch command {
            case .load(_, let onComplete): context.dispatch(onComplete(rates))
            }
        }
        return store
    }

    @Test(
        "the form before and the form after show the same for numbers; the one before keeps the output of a number that is gone"
    )
    func beforeAndAfter() {
        let before = Before(load: { [rates] answer in answer(rates) })
        let after = CurrencyViewController(store().observed)
        func type(_ text: String) {
            before.input = text
            before.inputChanged()
            after.input = text
        }
        type("2")
        #expect(before.output == "" && after.rows.last == .headline(""))
        before.reload()
        after.reload()
        for text in ["2", "20"] {
            type(text)
            #expect(after.rows.last == .headline(before.output))
        }
        type("a lot")
        #expect(before.output == "30.0 USD" && after.rows.last == .headline(""))
    }

    @Test("the screen has a field, a button and a label, and what is typed is shown when the call returns")
    func rows() {
        let controller = CurrencyViewController(store().observed)
        #expect(controller.rows == [.field(label: "EUR", text: ""), .button("Reload"), .headline("")])
        controller.reload()
        controller.input = "2"
        #expect(controller.rows == [.field(label: "EUR", text: "2"), .button("Reload"), .headline("3.0 USD")])
    }

    @Test("typing and tapping send the right messages")
    func messages() {
        let store = store()
        let sent = Mutex<[CurrencyConverter.Message]>([])
        store.addMiddleware(on: .inline) { _, message, _ in sent.withLock { $0.append(message) } }
        let controller = CurrencyViewController(store.observed)
        controller.input = "1"
        controller.reload()
        #expect(sent.withLock { $0 } == [.inputChanged("1"), .reload, .ratesAvailable(data: rates)])
    }

    /// A parent of the converter with a `send` of its own: messages are forwarded, commands are mapped.
    private struct Trip: Sendable, Equatable {
        enum Message: Sendable, Equatable {
            case rename(String)
            case budget(CurrencyConverter.Message)
        }

        var name = ""
        var budget: CurrencyConverter

        mutating func send(_ message: Message) -> CurrencyCommand<Message>? {
            switch message {
            case .rename(let name):
                self.name = name
                return nil
            case .budget(let message):
                return budget.send(message)?.map(Message.budget)
            }
        }
    }

    @Test("a parent embeds the converter: it forwards messages, maps commands, and the same screen shows its part")
    func parent() {
        let store: Store<Trip, Trip.Message, CurrencyCommand<Trip.Message>> = Store(
            initial: Trip(budget: CurrencyConverter(ratesURL: url))
        ) { trip, message in trip.send(message) }
        store.setInlineEffectHandler { [rates] command, context in
            switch command {
            case .load(_, let onComplete): context.dispatch(onComplete(rates))
            }
        }
        let controller = CurrencyViewController(store.scope(state: \.budget, action: Trip.Message.budget).observed)
        store.dispatch(.rename("Rome"))
        controller.input = "2"
        controller.reload()
        #expect(controller.rows.last == .headline("3.0 USD"))
        #expect(store.state.name == "Rome" && store.state.budget.output == 3)
        #expect(store.seq == 4)
    }

    @Test(
        "a parent may leave that to the library: the converter as a reducer, scoped to a part, with its commands mapped"
    )
    func scoped() {
        let converter = Reduce<CurrencyConverter, CurrencyConverter.Message, CurrencyConverter.Command> {
            converter, message in converter.send(message)
        }
        let budget = converter.scoped(
            state: \Trip.budget, action: CasePath(Trip.Message.budget), effect: { $0.map(Trip.Message.budget) })
        let store = Store(initial: Trip(budget: CurrencyConverter(ratesURL: url)), reducer: budget)
        store.setInlineEffectHandler { [rates] command, context in
            switch command {
            case .load(_, let onComplete): context.dispatch(onComplete(rates))
            }
        }
        for message: CurrencyConverter.Message in [.inputChanged("2"), .reload] { store.dispatch(.budget(message)) }
        #expect(store.state.budget.output == 3)
        #expect(store.seq == 3)
    }
}
