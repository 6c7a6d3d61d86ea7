public import StrobeTree

/// The JSON form of a value for a client that changes it and must not see all of it.
///
/// Changes are computed on the shown form. It has marks instead of hidden values, so that no result of a change
/// depends on these; they are restored at the end, and only where they were hidden before.
public struct RedactedForm: Sendable {
    /// The shown form, with placeholders for hidden values.
    public private(set) var shown: Value
    /// The same with marks instead of the placeholders.
    private var marked: Value
    private let redaction: Redaction
    private var marks: Marks

    private struct Marks: Sendable {
        /// The beginning of all marks; no sender of a value can know it.
        var prefix = "strobe:\(UInt64.random(in: .min ... .max)):\(UInt64.random(in: .min ... .max)):"
        /// The hidden forms, by their marks.
        var forms: [String: Value] = [:]
        /// The paths of the hidden forms, by their marks.
        var places: [String: Path] = [:]
    }

    /// Makes the form of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: Its place.
    ///   - redaction: What is hidden in it.
    ///   - limits: The largest form that is shown; what is hidden does not count.
    ///   - whole: What the form is a part of.
    /// - Throws: As `TreeEncoder`.
    public init(
        of value: any Encodable, at path: Path = .root, hiding redaction: Redaction, limits: TreeLimits = .default,
        in whole: (Value) -> Value = { $0 }
    ) throws(TreeError) {
        self.redaction = redaction
        var marks = Marks()
        let cursor = RedactionCursor(redaction, at: path)
        var shown = ValueBuilder(mode: .strict, limits: limits, cursor: cursor)
        self.shown = whole(try shown.value(of: Child(any: value)))
        guard !redaction.isEmpty else {
            (marked, self.marks) = (self.shown, marks)
            return
        }
        var marked = ValueBuilder(mode: .strict, limits: limits, cursor: cursor, writing: .mark(prefix: marks.prefix))
        self.marked = whole(try marked.value(of: Child(any: value)))
        marks.forms = marked.hidden
        self.marks = marks
        var places: [String: Path] = [:]
        var tokens: [String] = []
        try forEachMark(in: self.marked, &tokens) { mark, path throws(TreeError) in places[mark] = path }
        self.marks.places = places
    }

    /// Applies changes to the shown form; a placeholder in them represents the hidden value there.
    ///
    /// - Throws: `inapplicableChange` with the path of the first change that does not fit, or leads into what is
    ///   hidden; the form is of no use then.
    public mutating func apply(_ changes: [Change]) throws(TreeError) {
        for change in changes {
            var meant = change
            if let old = shown.value(at: change.path), let present = marked.value(at: change.path) {
                meant.old = change.old.map { Redaction.restored($0, shown: old, hidden: present) }
                meant.value = change.value.map { Redaction.restored($0, shown: old, hidden: present) }
            }
            try Patch.apply([change], to: &shown, checksOld: true)
            do {
                try Patch.apply([meant], to: &marked, checksOld: true)
            } catch {
                throw TreeError(
                    .inapplicableChange,
                    "\"\(change.path)\" leads into a hidden value: replace or remove that value as a whole.",
                    path: change.path)
            }
        }
    }

    /// The form with its hidden values, which is never shown.
    ///
    /// - Returns: The form, and the paths of the hidden values in it.
    /// - Throws: `inapplicableChange` if a hidden value would be at another path than before; elements of lists may
    ///   have other indices.
    public func filled() throws(TreeError) -> (form: Value, hidden: [Path]) {
        guard !marks.forms.isEmpty else { return (marked, []) }
        var places: [Path] = []
        var tokens: [String] = []
        try forEachMark(in: marked, &tokens) { mark, path throws(TreeError) in
            guard let origin = marks.places[mark], mayStand(origin, at: path) else {
                throw TreeError(
                    .inapplicableChange,
                    "A hidden value can be kept, replaced or removed, but neither moved nor copied to \"\(path)\".",
                    path: path)
            }
            places.append(path)
        }
        return (fill(marked), places)
    }

    /// Whether what was hidden at a place is hidden at another one, too, by the rules and as the same part of the same.
    private func mayStand(_ origin: Path, at path: Path) -> Bool {
        origin.tokens.count == path.tokens.count
            && zip(origin.tokens, path.tokens).allSatisfy { $0 == $1 || Path.isIndex($0) && Path.isIndex($1) }
            && (origin == path || redaction.hides(path) || !redaction.hides(origin))
    }

    private func forEachMark(
        in value: Value, _ tokens: inout [String], _ body: (String, Path) throws(TreeError) -> Void
    ) throws(TreeError) {
        switch value {
        case .string(let text):
            if isMark(text), marks.forms[text] != nil { try body(text, Path(tokens)) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                tokens.append(String(index))
                try forEachMark(in: element, &tokens, body)
                tokens.removeLast()
            }
        case .object(let members):
            for (key, member) in members {
                tokens.append(key)
                try forEachMark(in: member, &tokens, body)
                tokens.removeLast()
            }
        case .null, .bool, .int, .uint, .double: break
        }
    }

    private func isMark(_ text: String) -> Bool { text.utf8.first == marks.prefix.utf8.first }

    private func fill(_ value: Value) -> Value {
        switch value {
        case .string(let text): return isMark(text) ? marks.forms[text] ?? value : value
        case .array(let elements): return .array(elements.map(fill))
        case .object(var members):
            for (key, member) in members { members[key] = fill(member) }
            return .object(members)
        case .null, .bool, .int, .uint, .double: return value
        }
    }
}

extension TreeEncoder {
    /// The form of a value with its hidden values, which is never shown; it does not count for the limits.
    public func whole(_ value: any Encodable) throws(TreeError) -> Value {
        var builder = ValueBuilder(
            mode: .strict, limits: limits, cursor: RedactionCursor(redaction), writing: .itself)
        return try builder.value(of: Child(any: value))
    }
}

extension Redaction {
    /// The places in a form that names and paths hide; what rules for types say cannot be seen there.
    public func places(in form: Value, at path: Path = .root) -> [Path] {
        guard !isEmpty else { return [] }
        var places: [Path] = []
        addPlaces(in: form, path.tokens, RedactionCursor(self, at: path), &places)
        return places
    }

    private func addPlaces(in form: Value, _ tokens: [String], _ cursor: RedactionCursor, _ places: inout [Path]) {
        if cursor.hides(.leaf(form, Value.self)) {
            places.append(Path(tokens))
            return
        }
        switch form {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                addPlaces(in: element, tokens + [String(index)], cursor.below(index), &places)
            }
        case .object(let members):
            for (key, member) in members { addPlaces(in: member, tokens + [key], cursor.below(key), &places) }
        case .null, .bool, .int, .uint, .double, .string: break
        }
    }
}
