import LineEditing

/// The parsed command line.
struct Configuration {
    var options = EditorOptions()
    /// A named pipe whose lines are printed as events.
    var eventsPath: String?

    init(_ arguments: ArraySlice<String>) {
        options.complete = complete
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--history": options.historyPath = arguments.next()
            case "--history-size": options.historySize = arguments.next().flatMap { Int($0) } ?? options.historySize
            case "--events": eventsPath = arguments.next()
            case "--vi": options.mode = .vi
            case "--plain": options.usesColour = false
            case "--limit": options.maxLineBytes = arguments.next().flatMap { Int($0) } ?? options.maxLineBytes
            case "--many-lines":
                options.isComplete = { line in
                    line.count { "([{".contains($0) } <= line.count { ")]}".contains($0) }
                }
            case "--hint":
                options.hint = { line in
                    commands.first { $0.hasPrefix(line) && $0 != line }.map { String($0.dropFirst(line.count)) }
                }
            case "--highlight": options.highlight = highlight
            default: break
            }
        }
    }
}

let commands = ["busy", "crash", "echo", "exit", "flood", "get", "hostile", "many", "quit", "slow", "styled"]

@Sendable func complete(_ line: String, _ cursor: String.Index) async -> Completion? {
    let words = line[..<cursor].split(separator: " ", omittingEmptySubsequences: false)
    let word = String(words.last ?? "")
    let all: [Completion.Candidate]
    switch (words.count, words.first) {
    case (...1, _): all = commands.map { Completion.Candidate($0, suffix: " ") }
    case (2, "get"):
        all =
            ["state.cart.items", "state.cart.total", "state.user.größe"].map { Completion.Candidate($0) }
            + [Completion.Candidate("state.user.name", display: "state.user.name (String)", suffix: " ")]
    case (2, "many"): all = (1...130).map { Completion.Candidate("item\($0)") }
    case (2, "hostile"): all = ["bad\u{1B}[2J", "bad\u{7}"]
    case (2, "slow"):
        // Never completes in time; ends when the editor has cancelled it.
        let (stream, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        return nil
    default: return nil
    }
    return Completion(replacing: word.count, candidates: all.filter { $0.text.hasPrefix(word) })
}

@Sendable func highlight(_ line: String) -> StyledText {
    var styled = StyledText()
    for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { styled.append(" ") }
        let isCommand = index == 0 && commands.contains(String(word))
        styled.append(String(word), isCommand ? .blue : word.allSatisfy(\.isNumber) ? .magenta : [])
    }
    return styled
}
