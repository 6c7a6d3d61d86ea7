import InspectorCore

/// The grammar of a loop's header, between the command's name and the body.
enum LoopGrammar: Sendable {
    /// `10 [as NAME]`
    case rounds
    /// `500ms [10 times | for 5s] [as NAME]`
    case intervals
    /// Nothing: the body runs once.
    case once

    /// The start of the body after the header, or the end of the line.
    func bodyStart(in line: Substring) -> Substring.Index {
        var words = line.split(whereSeparator: \.isWhitespace).dropFirst()
        var end = line.prefix { !$0.isWhitespace }.endIndex
        func take(_ count: Int) {
            for _ in 0..<count { end = words.popFirst()?.endIndex ?? end }
        }
        // A missing count is reported where the count is parsed.
        guard self != .once, let first = words.first, first.first != "{" else { return end }
        take(1)
        if self == .intervals {
            let second = words.dropFirst().first
            if second == "times" || words.first == "for" { take(2) }
        }
        if words.first == "as" { take(2) }
        return end
    }

    /// The variable for the number of the round, from the words of a header.
    func variable(_ arguments: [String]) -> String? {
        guard arguments.count > 2, arguments[arguments.count - 2] == "as" else { return nil }
        return arguments.last
    }
}

/// The header of `repeat`.
struct RoundsHeader: CommandWords {
    /// The maximum number of rounds.
    static let most = 1_000_000_000

    var rounds: Int
    var variable: String?

    init(_ invocation: Invocation) throws(InspectorError) {
        var words = invocation.arguments[...]
        let text = words.popFirst() ?? ""
        guard let rounds = Int(text), (0...Self.most).contains(rounds) else {
            let given = text.isEmpty ? "" : ", not `\(text)`"
            throw InspectorError(
                .usage, "`repeat` needs a number of rounds\(given). Usage: \(invocation.command.usage)")
        }
        self.rounds = rounds
        variable = try loopVariable(&words, invocation)
    }
}

/// The header of `every`.
struct IntervalsHeader: CommandWords {
    var interval: Duration
    /// The number of rounds; `nil` if unlimited.
    var rounds: Int?
    /// The time after which no further round begins.
    var end: Duration?
    var variable: String?

    init(_ invocation: Invocation) throws(InspectorError) {
        var words = invocation.arguments[...]
        interval = try DurationArgument.required(words.popFirst() ?? "", of: "every")
        guard interval > .zero else {
            throw InspectorError(.usage, "`every` needs a duration above 0; `repeat` does not wait.")
        }
        if words.dropFirst().first == "times" {
            let text = words.popFirst() ?? ""
            guard let rounds = Int(text), (1...RoundsHeader.most).contains(rounds) else {
                throw InspectorError(.usage, "`\(text) times` of `every` needs a number of rounds from 1.")
            }
            self.rounds = rounds
            _ = words.popFirst()
        } else if words.first == "for" {
            _ = words.popFirst()
            end = try DurationArgument.required(words.popFirst() ?? "", of: "for")
        }
        variable = try loopVariable(&words, invocation)
    }
}

private func loopVariable(
    _ words: inout ArraySlice<String>, _ invocation: Invocation
) throws(InspectorError) -> String? {
    guard let word = words.popFirst() else { return nil }
    guard word == "as", let name = words.popFirst() else {
        throw InspectorError(.usage, "`\(word)` is unexpected here. Usage: \(invocation.command.usage)")
    }
    guard ScriptVariables.isName(name) else {
        throw InspectorError(.usage, "`\(name)` cannot be the name of a variable: use letters, digits and _.")
    }
    return name
}
