import Foundation
import Testing

@testable import StrobeDemo

@Suite struct CurrencyConverterTests {
    private func converter() throws -> CurrencyConverter {
        CurrencyConverter(ratesURL: try #require(URL(string: "http://127.0.0.1:9/rates")))
    }

    private func expectNoCommand(_ command: CurrencyConverter.Command?) {
        if let command { Issue.record("unexpected command \(command)") }
    }

    private let rates = Data(#"{"rates": {"USD": 1.5, "GBP": 0.5}}"#.utf8)

    @Test("there is an output only when both the amount and the rate are there")
    func output() throws {
        var converter = try converter()
        #expect(converter.output == nil)
        expectNoCommand(converter.send(.inputChanged("12.5")))
        #expect(converter.output == nil)
        expectNoCommand(converter.send(.ratesAvailable(data: rates)))
        #expect(converter.output == 18.75)
        expectNoCommand(converter.send(.inputChanged("2")))
        #expect(converter.output == 3)
    }

    @Test(
        "input that is no number clears the amount, and so the output", arguments: ["", "abc", "1,5", "nan", "1e999"])
    func noNumber(input: String) throws {
        var converter = try converter()
        _ = converter.send(.ratesAvailable(data: rates))
        _ = converter.send(.inputChanged("1"))
        _ = converter.send(.inputChanged(input))
        #expect(converter.inputAmount == nil)
        #expect(converter.output == nil)
    }

    @Test("malformed rates leave the old rate", arguments: [nil, "", "{", "[]", #"{"rates": {"GBP": 1}}"#])
    func malformedRates(text: String?) throws {
        var converter = try converter()
        _ = converter.send(.ratesAvailable(data: rates))
        expectNoCommand(converter.send(.ratesAvailable(data: text.map { Data($0.utf8) })))
        #expect(converter.rate == 1.5)
    }

    @Test("reload asks for the rates and carries how the answer becomes a message")
    func reload() throws {
        var converter = try converter()
        guard case .load(let url, let onComplete)? = converter.send(.reload) else {
            Issue.record("reload gave no command")
            return
        }
        #expect(url == converter.ratesURL)
        #expect(onComplete(rates) == .ratesAvailable(data: rates))
        #expect(onComplete(nil) == .ratesAvailable(data: nil))
    }
}
