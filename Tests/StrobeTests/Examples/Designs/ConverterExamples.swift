import Foundation
import Strobe
import Testing

/// The code of the article on messages and commands.
@Suite("The article on messages and commands", .timeLimit(.minutes(5)))
struct ConverterExamples {
    struct Converter: Codable, Sendable, Equatable {
        enum Message: Codable, Sendable, Equatable {
            case inputChanged(String?)
            case ratesAvailable(data: Data?)
            case reload
        }

        enum Command: Sendable {
            case load(URL, onComplete: @Sendable (Data?) -> Message)
        }

        private(set) var inputAmount: Double?
        private(set) var rate: Double?
        var ratesURL: URL

        var output: Double? {
            guard let inputAmount, let rate else { return nil }
            return inputAmount * rate
        }

        mutating func send(_ message: Message) -> Command? {
            switch message {
            case .inputChanged(let input):
                inputAmount = input.flatMap { Double($0) }
                return nil
            case .ratesAvailable(let data):
                guard let data,
                    let rates = try? JSONDecoder().decode([String: Double].self, from: data)
                else { return nil }
                rate = rates["USD"] ?? rate
                return nil
            case .reload:
                return .load(ratesURL, onComplete: Message.ratesAvailable)
            }
        }
    }

    @MainActor final class ConverterScreen {
        private let converter: ObservedState<Converter, Converter.Message>

        init(_ converter: ObservedState<Converter, Converter.Message>) { self.converter = converter }

        var label: String { converter.output.map { "\($0) USD" } ?? "" }
        func inputChanged(to text: String) { converter.dispatch(.inputChanged(text)) }
        func reload() { converter.dispatch(.reload) }
    }

    private let url = URL(filePath: "/rates")

    @Test("a value can be tested without a store")
    func value() {
        var converter = Converter(ratesURL: url)
        _ = converter.send(.inputChanged("20"))
        _ = converter.send(.ratesAvailable(data: Data(#"{"USD": 1.5}"#.utf8)))
        #expect(converter.output == 30)
        guard case .load(url, let onComplete)? = converter.send(.reload) else {
            Issue.record("reload returns no command")
            return
        }
        #expect(onComplete(nil) == .ratesAvailable(data: nil))
    }

    @Test("a store runs commands")
    @MainActor func store() async {
        let download: @Sendable (URL) async throws -> Data = { _ in Data(#"{"USD": 1.5}"#.utf8) }
        let store = Store<Converter, Converter.Message, Converter.Command>(
            initial: Converter(ratesURL: url)
        ) { converter, message in
            converter.send(message)
        }
        store.setEffectHandler { command, context in
            switch command {
            case .load(let url, let onComplete):
                context.dispatch(onComplete(try? await download(url)))
            }
        }

        let screen = ConverterScreen(store.observed)
        screen.reload()
        screen.inputChanged(to: "20")
        for await output in store.values(of: \.output) where output == 30 { break }
        #expect(store.seq == 3)
        while screen.label.isEmpty { await Task.yield() }
        #expect(screen.label == "30.0 USD")
    }

    @Test("a parent forwards messages")
    func parent() async throws {
        struct Trip: Sendable { var title = "", converter: Converter }
        enum Message: Sendable { case rename(String), converter(Converter.Message) }
        enum Command: Sendable { case load(URL, onComplete: @Sendable (Data?) -> Message) }

        let store = Store(initial: Trip(converter: Converter(ratesURL: url))) {
            (trip: inout Trip, message: Message) -> Command? in
            switch message {
            case .rename(let title):
                trip.title = title
            case .converter(let message):
                let command = trip.converter.send(message)
                guard case .load(let url, let onComplete)? = command else { return nil }
                return .load(url, onComplete: { .converter(onComplete($0)) })
            }
            return nil
        }
        store.dispatch(.converter(.inputChanged("20")))
        #expect(store.state.converter.inputAmount == 20)
        #expect(try await store.receipt(of: .converter(.reload)).effects.count == 1)
        store.dispatch(.rename("Boston"))
        #expect(store.state.title == "Boston")
    }
}
