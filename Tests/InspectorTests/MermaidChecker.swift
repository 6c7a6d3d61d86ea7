/// Parses state diagrams of Mermaid, line by line.
struct MermaidChecker {
    var states: [String] = []
    var labels: [String] = []

    /// Parses a diagram; `nil` if the lines are not one.
    static func read(_ lines: [String]) -> MermaidChecker? {
        guard lines.first == "stateDiagram-v2" else { return nil }
        var checker = MermaidChecker()
        for line in lines.dropFirst() {
            // No special characters outside of names, and no end of a statement within them.
            guard !line.unicodeScalars.contains("\n"), !line.contains("%%") else { return nil }
            // Works on scalars: a quote followed by a combining mark is still a quote.
            if let state = line.wholeMatch(of: #/  state "([^"]*)" as s[0-9]+/#.matchingSemantics(.unicodeScalar)) {
                guard let name = decoded(state.1) else { return nil }
                checker.states.append(name)
            } else if let way = line.wholeMatch(
                of: #/  s[0-9]+ --> s[0-9]+ : (.+)/#.matchingSemantics(.unicodeScalar))
            {
                guard !way.1.unicodeScalars.contains(":"), let label = decoded(way.1) else { return nil }
                checker.labels.append(label)
            } else if line.wholeMatch(
                of: #/  (direction LR|\[\*\] --> s[0-9]+|classDef [a-z]+ \S+|class s[0-9]+(,s[0-9]+)* [a-z]+)/#) == nil
            {
                return nil
            }
        }
        return checker
    }

    /// The displayed text, with numeric characters decoded.
    private static func decoded(_ text: Substring) -> String? {
        let number = #/\#([0-9]+);/#.matchingSemantics(.unicodeScalar)
        let shown = text.replacing(number) { match in
            UInt32(match.1).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "?"
        }
        let rest = text.replacing(number, with: "")
        return rest.unicodeScalars.contains { "#;\"<>{}".unicodeScalars.contains($0) } ? nil : String(shown)
    }
}
