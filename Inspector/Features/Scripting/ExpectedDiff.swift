import InspectorCore
import LineEditing
import StrobeClient
import StrobeProtocol
import StrobeTree

/// The parts of a state that are expected to change.
struct ExpectedDiff: CommandWords {
    /// One part.
    struct Part: Sendable, Hashable {
        var path: Path
        /// The old value, as typed.
        var old: String?
        /// The new value, as typed.
        var new: String?

        /// The part, as typed.
        var text: String {
            let name = ChangeRendering.name(of: path)
            switch (old, new) {
            case (let old?, let new?): return "\(name) \(old) -> \(new)"
            case (nil, let new?): return "\(name) = \(new)"
            default: return name
            }
        }
    }

    /// The range of the log, as typed; `nil` for the last action.
    private(set) var range: String?
    private(set) var parts: [Part] = []
    /// Whether other parts may change as well.
    let isAmong: Bool

    /// Parses `[FROM..TO] PATH [= VALUE | OLD -> NEW], …` or `nothing`.
    init(_ invocation: Invocation) throws(InspectorError) {
        isAmong = invocation.has("among")
        var text = (invocation.argument ?? "")[...]
        let word = text.prefix { !$0.isWhitespace }
        if word.contains(".."), word.first != ".", word.first != "/" || word.hasPrefix("..") {
            range = String(word)
            text = text[word.endIndex...].trimmedBlanks
        }
        guard !text.isEmpty else {
            throw InspectorError(
                .usage,
                "`\(invocation.command.name)` needs the paths that are expected to change, or `nothing`. "
                    + "Usage: \(invocation.command.usage)")
        }
        if text == "nothing" {
            guard !isAmong else { throw InspectorError(.usage, "`nothing` and `--among` cannot be combined.") }
            return
        }
        for segment in ScriptScanner.parts(of: text, separatedBy: ",") {
            try read(segment.trimmedBlanks)
        }
    }

    private mutating func read(_ segment: Substring) throws(InspectorError) {
        let line = String(segment)
        let words = try Word.split(line)
        guard let first = words.first else { throw InspectorError(.usage, "A path is missing next to a comma.") }
        let rest = line[first.range.upperBound...].trimmedBlanks
        if rest.hasPrefix("="), !rest.hasPrefix("==") {
            let value = rest.dropFirst().trimmedBlanks
            guard !value.isEmpty else {
                throw InspectorError(.usage, "A value is missing after the = of \(first.text).")
            }
            parts.append(Part(path: try Self.path(first.text), new: String(value)))
        } else if let arrow = Self.arrow(in: rest) {
            let (old, new) = (rest[..<arrow.lowerBound].trimmedBlanks, rest[arrow.upperBound...].trimmedBlanks)
            guard !old.isEmpty, !new.isEmpty else {
                throw InspectorError(.usage, "The arrow of \(first.text) needs a value on both sides.")
            }
            parts.append(Part(path: try Self.path(first.text), old: String(old), new: String(new)))
        } else {
            for word in words { parts.append(Part(path: try Self.path(word.text))) }
        }
    }

    private static func path(_ text: String) throws(InspectorError) -> Path {
        try InspectorError.parsing(text) { () throws(TreeError) in try Path(parsing: text) }
    }

    /// Finds `->` or `→` outside of quotes and brackets.
    private static func arrow(in text: Substring) -> Range<Substring.Index>? {
        var found: Range<Substring.Index>?
        ScriptScanner.scan(text) { index, sign, depth, _ in
            guard depth <= 0 else { return true }
            let length = text[index...].hasPrefix("->") ? 2 : sign == "→" ? 1 : 0
            guard length > 0 else { return true }
            found = index..<text.index(index, offsetBy: length)
            return false
        }
        return found
    }
}

extension CommandContext {
    /// Fails unless exactly the expected parts changed.
    func expect(_ expected: ExpectedDiff) async throws {
        let store = try await store()
        let (from, to) = try await bounds(of: expected, in: store)
        let diff = try await answer(StateDiff(store: store, from: .seq(from), to: .seq(to))).result
        let changes = diff.changes
        if expected.parts.isEmpty, diff.incomplete == .hidden {
            throw InspectorError(
                .failed,
                "Something in the state is hidden, and its changes are not shown: `nothing` cannot be expected."
            )
        }
        let notation = await notation(of: store)
        var missing: [String] = []
        for part in expected.parts {
            if let reason = try await mismatch(of: part, among: changes, from, to, store, notation) {
                missing.append(reason)
            }
        }
        let shifts = ElementShifts(changes)
        let others = changes.filter { change in
            guard !change.isIncomparable, !expected.parts.contains(where: { change.meets($0.path) }) else {
                return false
            }
            guard shifts.mayMove(change.path) else { return true }
            // The value at its place now may be an element that moved there.
            let place = shifts.settledPlace(around: change.path)
            return !expected.parts.contains { $0.path.tokens.starts(with: place.tokens) }
        }
        guard !missing.isEmpty || !others.isEmpty && !expected.isAmong else {
            let text = expected.parts.isEmpty ? "nothing" : expected.parts.map(\.text).joined(separator: ", ")
            show(
                ["expect": .string(text), "holds": true, "fromSeq": .int(Int64(from)), "seq": .int(Int64(to))],
                [(StyledText("✓ ", .added) + StyledText("changed: \(text)")).fitted(to: layout.width)])
            return
        }
        let entry = to == from + 1 ? try? await answer(LogGet(store: store, seq: to)).result.entry.label : nil
        let what = entry.map { "#\(to) \($0)" } ?? "What happened from @\(from) to @\(to)"
        var layout = Layout(width: 200)
        layout.changes = 20
        let rendering = ChangeRendering(layout: layout, notation: notation)
        let extra = expected.isAmong ? [] : others
        var details = ["expected"]
        details += expected.parts.isEmpty ? ["  nothing"] : expected.parts.map { part in "  \(part.text)" }
        details.append("got")
        details += rendering.lines(changes).map { "  \($0.plain)" }
        details += missing
        if !extra.isEmpty {
            let names = extra.prefix(5).map { ChangeRendering.name(of: $0.path) }.joined(separator: ", ")
            details.append("not expected: \(names)\(extra.count > 5 ? ", …" : "")")
        }
        var error = InspectorError(.failed, "\(what) changed something other than what was expected.", details: details)
        error.data = [
            "expected": .array(expected.parts.map { .string($0.text) }),
            "got": try MessageEncoder().encode(changes), "fromSeq": .int(Int64(from)), "seq": .int(Int64(to)),
        ]
        throw error
    }

    /// The seqs of the two states that are compared.
    private func bounds(of expected: ExpectedDiff, in store: String) async throws -> (from: Int, to: Int) {
        if let range = expected.range {
            guard case .between(let from, let to) = try await self.range(range) else {
                throw InspectorError(.usage, "`\(range)` is not a range: 3..9, before..live.")
            }
            let history = try await history()
            return (from ?? history.lowerBound, to ?? history.upperBound)
        }
        if let position = location.position, position > 0 { return (position - 1, position) }
        let last: Int
        let known = await session.sent.last(of: store)
        if known > 0 { last = known } else { last = try await history().upperBound }
        guard last > 0 else { throw InspectorError(.failed, "No action has been reduced yet: there is no diff.") }
        return (last - 1, last)
    }

    /// Describes why a part is not as expected; `nil` if it is.
    private func mismatch(
        of part: ExpectedDiff.Part, among changes: [Change], _ from: Int, _ to: Int, _ store: String,
        _ notation: Notation
    ) async throws -> String? {
        let name = ChangeRendering.name(of: part.path)
        let schema = notation.state?.part(at: part.path)
        for (text, seq, verb) in [(part.old, from, "was"), (part.new, to, "became")] {
            guard let text else { continue }
            let wanted = try Notation.value(text, schema)
            let found = try await value(at: part.path, seq, store)
            if found != wanted {
                let shown = found.map { notation.text(state: $0, at: part.path, limit: 200) } ?? "nothing"
                return "\(name) \(verb) \(shown), not \(text)"
            }
        }
        return try await unchanged(part.path, changes, from, to, store)
    }

    /// Describes a part that did not change; `nil` if it did.
    private func unchanged(
        _ path: Path, _ changes: [Change], _ from: Int, _ to: Int, _ store: String
    ) async throws -> String? {
        if changes.alter(path) == true { return nil }
        let name = ChangeRendering.name(of: path)
        do {
            let there = try await answer(StateDiff(store: store, from: .seq(from), to: .seq(to), path: path)).result
            if there.incomplete == .hidden { return "\(name) is hidden: its changes are not shown" }
            return there.changes.contains { !$0.isIncomparable } ? nil : "\(name) was not changed"
        } catch let error as ProtocolError where error.code == .noSuchPath {
            return "\(name) was not changed: it does not exist, before or after"
        }
    }

    /// The value at a path after a transition; `nil` if there is none.
    func value(at path: Path, _ seq: Int, _ store: String) async throws -> Value? {
        do {
            return try await answer(StateGet(store: store, path: path, at: .seq(seq))).result.value
        } catch let error as ProtocolError where error.code == .noSuchPath {
            return nil
        }
    }
}
