package import StrobeTree

/// The placeholders of a transcript: `<any>` for anything or nothing, `<any:NAME>` for the same value everywhere.
package struct TranscriptPattern {
    private var known: [String: Value] = [:]
    private let isExact: Bool

    /// Creates a pattern without known values.
    ///
    /// - Parameter isExact: Whether a message may only have the members in the transcript.
    package init(isExact: Bool = false) {
        self.isExact = isExact
    }

    /// Whether a message matches the one in the transcript.
    package mutating func match(_ expected: Value, _ actual: Value?) -> Bool {
        if case .string(let text) = expected, text.hasPrefix("<any"), text.hasSuffix(">") {
            guard text != "<any>" else { return true }
            if let value = known[text] { return value == actual }
            known[text] = actual
            return actual != nil
        }
        switch (expected, actual) {
        case (.array(let expected), .array(let actual)?):
            guard expected.count == actual.count else { return false }
            for (a, b) in zip(expected, actual) where !match(a, b) { return false }
            return true
        case (.object(let expected), .object(let actual)?):
            for (key, value) in expected where !match(value, actual[key]) { return false }
            return !isExact || actual.allSatisfy { expected[$0.key] != nil }
        default: return expected == actual
        }
    }

    /// A client's message, with known values filled in for its placeholders.
    package func filled(_ value: Value) -> Value {
        switch value {
        case .string(let text): return known[text] ?? value
        case .array(let elements): return .array(elements.map(filled))
        case .object(let members):
            var filled = Value.Object()
            for (key, value) in members { filled[key] = self.filled(value) }
            return .object(filled)
        default: return value
        }
    }
}
