internal import StrobeTree

/// The finding of a probe: the rule is broken, or cannot be tested here.
struct Finding: Error {
    enum Outcome {
        case failed
        case skipped
    }

    var outcome: Outcome
    var message: String
    var expected: String?
    var got: String?

    static func failed(_ message: String, expected: String? = nil, got: String? = nil) -> Finding {
        Finding(
            outcome: .failed, message: message, expected: expected.map(shortened), got: got.map(shortened))
    }

    static func failed(_ message: String, expected: String? = nil, got: Value?) -> Finding {
        failed(message, expected: expected, got: got.map { JSON.text($0) } ?? "nothing")
    }

    static func skipped(_ reason: String) -> Finding {
        Finding(outcome: .skipped, message: reason)
    }

    /// The text, with its middle removed if it is long, so that a report stays readable whatever a server sends.
    static func shortened(_ text: String) -> String {
        guard text.utf8.count > 400 else { return text }
        return "\(text.prefix(280)) … \(text.suffix(60))"
    }
}

/// Throws a failure unless a condition holds.
func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, expected: @autoclosure () -> String? = nil,
    got: @autoclosure () -> Value?
) throws(Finding) {
    guard !condition else { return }
    throw .failed(message(), expected: expected(), got: got())
}
