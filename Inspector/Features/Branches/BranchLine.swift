import InspectorCore
import StrobeProtocol
import StrobeTree

/// The edits of a branch as a user types them: `skip 3..5 replace 7 .load insert 9 .reset move 4 before 2`.
struct BranchLine {
    /// The words that begin an edit.
    static let keywords = ["skip", "replace", "insert", "move"]

    private(set) var edits: [BranchEditDescription] = []

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - text: The line, without the command and its options.
    ///   - schema: The shape of the actions, if known.
    /// - Throws: ``InspectorError``, with a caret under what is wrong with an action.
    init(_ text: String, schema: Schema?) throws(InspectorError) {
        let clauses = Self.clauses(of: text)
        for (keyword, rest) in clauses {
            switch keyword {
            case "skip":
                let words = rest.split { $0.isWhitespace || $0 == "," }
                guard !words.isEmpty else { throw Self.usage("`skip` needs a seq or a range: skip 3..5") }
                for word in words { edits.append(.skip(try Self.range(String(word)))) }
            case "replace":
                let (seq, action) = try Self.action(rest, after: keyword, schema)
                edits.append(.replace(seq, action: action))
            case "insert":
                let (seq, action) = try Self.action(rest, after: keyword, schema)
                edits.append(.insert(before: seq, action: action))
            case "move":
                let words = rest.split(whereSeparator: \.isWhitespace)
                guard words.count == 3, words[1] == "before" else {
                    throw Self.usage("`move` needs two seqs: move 4 before 2")
                }
                edits.append(.move(try Self.seq(words[0]), before: try Self.seq(words[2])))
            default:
                let near = Spelling.nearest(keyword, in: Self.keywords + ["adopt", "drop"])
                throw Self.usage(
                    "`\(keyword)` is not an edit of a branch" + (near.map { ", did you mean `\($0)`?" } ?? ""))
            }
        }
    }

    /// The clauses of a line: each keyword with the text after it; keywords inside of actions do not count.
    static func clauses(of text: String) -> [(keyword: String, rest: String)] {
        var clauses: [(keyword: String, rest: String)] = []
        var index = text.startIndex
        while index < text.endIndex {
            let start = index
            var depth = 0
            var isQuoted = false
            scan: while index < text.endIndex {
                switch text[index] {
                case "\\" where isQuoted: index = text.index(after: index)
                case "\"": isQuoted.toggle()
                case "(", "[", "{": depth += isQuoted ? 0 : 1
                case ")", "]", "}": depth -= isQuoted ? 0 : 1
                case let character where character.isWhitespace && !isQuoted && depth <= 0: break scan
                default: break
                }
                if index < text.endIndex { index = text.index(after: index) }
            }
            let word = String(text[start..<index])
            if keywords.contains(word) || clauses.isEmpty {
                clauses.append((word, ""))
            } else {
                clauses[clauses.count - 1].rest += word
            }
            while index < text.endIndex, text[index].isWhitespace {
                if !clauses[clauses.count - 1].rest.isEmpty { clauses[clauses.count - 1].rest.append(text[index]) }
                index = text.index(after: index)
            }
        }
        return clauses.map { ($0.keyword, $0.rest) }
    }

    private static func action(
        _ rest: String, after keyword: String, _ schema: Schema?
    ) throws(InspectorError) -> (seq: Int, action: Value) {
        let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard parts.count == 2 else {
            throw usage("`\(keyword)` needs a seq and an action: \(keyword) 7 .load")
        }
        let seq = try seq(parts[0])
        var text = String(parts[1])
        while text.last?.isWhitespace == true { text.removeLast() }
        return (seq, try Notation.value(text, schema))
    }

    private static func range(_ text: String) throws(InspectorError) -> ClosedRange<Int> {
        let separator = text.contains("...") ? "..." : ".."
        let bounds = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        let from = try seq(bounds[0])
        let to = bounds.count > 1 ? try seq(bounds[1]) : from
        guard from <= to else { throw usage("the range \(text) is empty: it must begin with the lower seq") }
        return from...to
    }

    private static func seq(_ text: some StringProtocol) throws(InspectorError) -> Int {
        guard let seq = Int(text.hasPrefix("@") ? text.dropFirst() : text[...]), seq > 0 else {
            throw usage("`\(text)` is not the seq of an entry, a number from 1")
        }
        return seq
    }

    private static func usage(_ reason: String) -> InspectorError {
        InspectorError(.usage, reason.prefix(1).uppercased() + reason.dropFirst() + ". `help branch` shows the edits.")
    }
}
