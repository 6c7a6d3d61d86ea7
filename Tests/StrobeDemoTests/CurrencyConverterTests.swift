import Foundation
import NIOCore
import NIOPosix
import Strobe
import Testing

@testable import StrobeDemo

/// The claims of the author of "Reducers" about the currency converter.
@Suite(.timeLimit(.minutes(5)))
struct CurrencyConverterTests {
    typealias Message = CurrencyConverter.Message

    private func converter(after messages: Message...) throws -> CurrencyConverter {
        var converter = CurrencyConverter(ratesURL: try #require(URL(string: "http://127.0.0.1:9/rates")))
        for message in messages { _ = converter.send(message) }
        return converter
    }

    private let rates = Data(#"{"rates": {"USD": 1.5, "GBP": 0.5}}"#.utf8)

    @Test("there is an output only when the amount can be parsed and the rate is loaded")
    func output() throws {
        #expect(try converter().output == nil)
        #expect(try converter(after: .inputChanged("12.5")).output == nil)
        #expect(try converter(after: .ratesAvailable(data: rates)).output == nil)
        #expect(try converter(after: .inputChanged("12.5"), .ratesAvailable(data: rates)).output == 18.75)
        #expect(try converter(after: .ratesAvailable(data: rates), .inputChanged("12.5")).output == 18.75)
    }

    @Test("once the rate is loaded, changing the input changes the output at once")
    func changingInput() throws {
        var converter = try converter(after: .ratesAvailable(data: rates))
        for (text, output) in [("1", 1.5), ("12", 18), ("-2", -3), ("1e2", 150)] {
            _ = converter.send(.inputChanged(text))
            #expect(converter.output == output)
        }
    }

    @Test("new rates change the output of the amount that is there")
    func newRates() throws {
        var converter = try converter(after: .ratesAvailable(data: rates), .inputChanged("2"))
        _ = converter.send(.ratesAvailable(data: Data(#"{"rates": {"USD": 2}}"#.utf8)))
        #expect(converter.output == 4)
    }

    @Test(
        "input that is no number clears the amount, and so the output",
        arguments: [nil, "", "abc", "1,5", " 1", "1 €", "nan", "inf", "1e999"])
    func noNumber(input: String?) throws {
        let converter = try converter(after: .ratesAvailable(data: rates), .inputChanged("1"), .inputChanged(input))
        #expect(converter.inputAmount == nil)
        #expect(converter.output == nil)
        #expect(converter.rate == 1.5)
    }

    @Test(
        "malformed rates leave the old rate",
        arguments: [
            nil, "", "{", "[]", "null", #"{"rates": {"GBP": 1}}"#, #"{"rates": {"USD": "1.5"}}"#, #"{"rates": []}"#,
            #"{"rates": {"USD": 2, "GBP": "much"}}"#, #"{"rates": {"USD": 1e999}}"#, #"{"USD": 2}"#,
        ])
    func malformedRates(text: String?) throws {
        let data = text.map { Data($0.utf8) }
        let loaded = try converter(after: .ratesAvailable(data: rates), .inputChanged("2"))
        var converter = loaded
        _ = converter.send(.ratesAvailable(data: data))
        #expect(converter == loaded)
        #expect(try self.converter(after: .ratesAvailable(data: data)).rate == nil)
    }

    @Test("only reload has a side effect: the other messages give no command")
    func commands() throws {
        var converter = try converter()
        for message in [Message.inputChanged("1"), .inputChanged(nil), .ratesAvailable(data: rates)] {
            let command = converter.send(message)
            if let command { Issue.record("\(message) gave \(command)") }
        }
    }

    @Test("reload asks for the rates, and carries how the data becomes a message again")
    func reload() throws {
        var converter = try converter(after: .ratesAvailable(data: rates), .inputChanged("2"))
        let before = converter
        guard case .load(let url, let onComplete)? = converter.send(.reload) else {
            Issue.record("reload gave no command")
            return
        }
        #expect(url == converter.ratesURL)
        #expect(onComplete(rates) == .ratesAvailable(data: rates))
        #expect(onComplete(nil) == .ratesAvailable(data: nil))
        #expect(converter == before)
    }

    @Test("the output label shows dollars, or nothing")
    func label() throws {
        #expect(try converter().label == "")
        #expect(try converter(after: .ratesAvailable(data: rates), .inputChanged("2")).label == "3.0 USD")
    }

    @Test("messages can be serialised, and mean the same afterwards")
    func serialised() throws {
        let messages: [Message] = [
            .inputChanged("2"), .inputChanged(nil), .ratesAvailable(data: rates), .ratesAvailable(data: nil), .reload,
        ]
        let copies = try JSONDecoder().decode([Message].self, from: try JSONEncoder().encode(messages))
        #expect(copies == messages)
    }

    @Test("what the command's interpreter brings back is sent as a message, and the screen is drawn on the main queue")
    @MainActor func interpreted() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let backend = try await Backend.start(on: group, delay: .zero)
        let (lines, line) = AsyncStream.makeStream(of: (text: String, isOnMain: Bool).self)
        let design = CurrencyDesign(
            backend: BackendClient(group: group, port: backend.port), ratesURL: try backend.url(of: .rates),
            say: { line.yield(($0, MainQueue.isCurrent)) })
        var said = lines.makeAsyncIterator()
        let empty = await said.next()
        #expect(empty?.text == "currency: EUR [], (Reload), ")
        design.viewController.input = "100"
        let typed = await said.next()
        #expect(typed?.text == "currency: EUR [100], (Reload), ")
        design.viewController.reload()
        let label = await said.next()
        #expect(label?.text == "currency: EUR [100], (Reload), \(100 * 1.09) USD")
        #expect([empty, typed, label].allSatisfy { $0?.isOnMain == true })
        #expect(design.store.seq == 3)
        try await backend.stop()
    }
}
