import InspectorCore
import StrobeTree

/// What a tool answers: lines of ours, the program's data, and what to call next.
struct AgentAnswer: Sendable {
    /// A part of the data that is shown whole or not at all, if it fits into an answer at all.
    typealias Part = [String]

    /// The first lines, which are ours.
    var head: [String]
    /// The data, in the order in which it is cut.
    var parts: [Part] = []
    /// What is said of the data that is not shown, without the arrow, given how many parts are.
    var more: (@Sendable (_ shown: Int) -> String?)?
    /// The last lines, which are ours, without the arrow.
    var tail: [String] = []
    /// The same for programs, given how many parts are shown.
    var structured: (@Sendable (_ shown: Int) -> Value.Object)?
    /// What the inspected program answered, for clients that want all of it.
    var whole: Value?
    /// Whether the call did not succeed.
    var isError = false

    /// Creates an answer of one line.
    init(_ head: String...) {
        self.head = head
    }

    /// Creates the answer that says what went wrong.
    init(_ error: AgentError) {
        head = [AgentText.line(error.message)]
        parts = error.quoted.isEmpty ? [] : [error.quoted]
        tail = error.next.map { [$0] } ?? []
        isError = true
    }

    /// An answer that fits a budget.
    struct Fitted: Sendable {
        /// The text.
        var text: String
        /// How many parts of the data are in it.
        var shown: Int
    }

    /// The smallest budget.
    static let leastBytes = 2_000
    /// The largest budget.
    static let mostBytes = 40_000

    /// The line before the data.
    static let mark = "data of the program:"

    /// The text with as many parts as fit.
    ///
    /// - Parameter limit: The greatest number of bytes, at least ``leastBytes``.
    func fitted(to limit: Int) -> Fitted {
        let head = head.map { AgentText.clipped(AgentText.escaped($0), to: 300) }
        let lines = parts.map { $0.map { "  " + AgentText.line($0) } }
        let sizes = lines.map { $0.reduce(0) { $0 + $1.utf8.count + 1 } }
        // What is always there, and the line that says what is missing.
        let fixed = head.reduce(0) { $0 + $1.utf8.count + 1 } + Self.mark.utf8.count + 1
        var shown = 0
        var used = fixed
        while shown < lines.count, used + sizes[shown] + end(after: shown + 1).utf8.count <= limit {
            used += sizes[shown]
            shown += 1
        }
        var text = head
        if !lines.isEmpty { text.append(Self.mark) }
        text += lines[..<shown].flatMap(\.self)
        // A first part that is too large alone is cut between its lines.
        if shown == 0, let first = lines.first {
            var room = limit - fixed - Self.rest(of: first.count).utf8.count - 1 - end(after: 1).utf8.count
            var count = 0
            while count < first.count, first[count].utf8.count + 1 <= room {
                room -= first[count].utf8.count + 1
                count += 1
            }
            text += first[..<count]
            text.append(Self.rest(of: first.count - count))
            shown = 1
        }
        let end = end(after: shown)
        if !end.isEmpty { text += end.split(separator: "\n").map(String.init) }
        // Long arguments in proposed calls, or ids, may not leave room for these.
        while text.count > 1, text.reduce(-1, { $0 + $1.utf8.count + 1 }) > limit { text.removeLast() }
        return Fitted(text: text.joined(separator: "\n"), shown: shown)
    }

    private static func rest(of lines: Int) -> String {
        "→ \(NumberText.grouped(lines)) lines of this part were left out; max_bytes shows more"
    }

    /// The last lines if so many parts are shown.
    private func end(after shown: Int) -> String {
        var lines: [String] = []
        if let more = more?(shown) {
            lines.append(more)
        } else if shown < parts.count {
            lines.append("\(NumberText.grouped(parts.count - shown)) more were left out; max_bytes shows more")
        }
        return (lines + tail).map { "→ " + AgentText.clipped(AgentText.escaped($0), to: 1_200) }.joined(separator: "\n")
    }
}
