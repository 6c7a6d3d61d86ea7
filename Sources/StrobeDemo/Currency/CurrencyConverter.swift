import Foundation

/// Converts an amount of euros to dollars: `mutating send(_:)` takes a message and may return a command for the outside.
///
/// After ["Reducers"](http://chris.eidhof.nl/post/reducers/) by Chris Eidhof (2017). In his words it is the functional
/// core; `CurrencyViewController`, which sends messages and shows the state, and the store, which performs commands, are
/// the imperative shell. An amount that is not finite is no number here; in the text "nan" and "inf" are. What goes beyond
/// the text is the `Codable` at the end, which shows the output to inspectors, and `CurrencyCommand.map`, for parents.
struct CurrencyConverter: Sendable, Equatable {
    /// What can happen.
    enum Message: Codable, Sendable, Equatable {
        case inputChanged(String?)
        case ratesAvailable(data: Data?)
        case reload
    }

    typealias Command = CurrencyCommand<Message>

    private(set) var inputAmount: Double?
    private(set) var rate: Double?
    private(set) var ratesURL: URL

    init(ratesURL: URL) {
        self.ratesURL = ratesURL
    }

    /// The amount in dollars, as soon as both the amount and the rate are there.
    var output: Double? {
        guard let inputAmount, let rate else { return nil }
        return inputAmount * rate
    }

    /// What the output label says: the amount in dollars, or nothing.
    var label: String { output.map { "\($0) USD" } ?? "" }

    /// Takes a message; input that is no number clears the amount, malformed rates leave the old rate.
    mutating func send(_ message: Message) -> Command? {
        switch message {
        case .inputChanged(let input):
            inputAmount = input.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
            return nil
        case .ratesAvailable(let data):
            guard let data, let new = try? JSONDecoder().decode(Rates.self, from: data).rates["USD"] else { return nil }
            rate = new
            return nil
        case .reload:
            return .load(ratesURL, onComplete: Message.ratesAvailable)
        }
    }

    private struct Rates: Decodable {
        var rates: [String: Double]
    }
}

extension CurrencyConverter: Codable {
    private enum CodingKeys: String, CodingKey {
        case inputAmount, rate, output, ratesURL
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ratesURL = try container.decode(URL.self, forKey: .ratesURL)
        inputAmount = try container.decodeIfPresent(Double.self, forKey: .inputAmount)
        rate = try container.decodeIfPresent(Double.self, forKey: .rate)
    }

    /// Writes the derived output too, so that an inspector of the state sees what the user of the converter sees.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(inputAmount, forKey: .inputAmount)
        try container.encode(rate, forKey: .rate)
        try container.encode(output, forKey: .output)
        try container.encode(ratesURL, forKey: .ratesURL)
    }
}
