internal import StrobeTree

/// The position of a walk in the redaction rules.
///
/// A walk enters a part by its name, shows it, and leaves it again.
struct RedactionCursor: Sendable {
    /// Hides nothing.
    static let none = RedactionCursor(Redaction.none)

    private let table: RedactionTable?
    /// How far the walk has come in the rules of paths.
    private var place: Int32
    /// What the rules for names and paths say of the part that was entered last.
    private var verdict: RedactionTable.Verdict

    /// The cursor over the root, or over what is at a path.
    init(_ redaction: Redaction, at path: Path = .root) {
        table = redaction.table
        place = table?.root ?? 0
        verdict = table?.hidesAll == true ? .hidden : .shown
        guard table != nil else { return }
        for token in path.tokens {
            let isHidden = isHidden
            enter(token: token)
            // What is below a hidden place is hidden, whatever is called an exception there.
            if isHidden { verdict = .hidden }
        }
    }

    /// Descends by a token of which it is not known whether it is a name or an index.
    mutating func enter(token: String) {
        if let index = Int(token), Path.isIndex(token) { _ = enter(index) } else { _ = enter(token) }
    }

    /// Whether the part that was entered last is hidden by its name or place.
    var isHidden: Bool { verdict == .hidden || verdict == .hiddenText }

    /// Whether anything may be hidden.
    @inline(__always)
    var isActive: Bool { table != nil }

    /// Whether another one hides the same from here on.
    func isSame(as other: RedactionCursor) -> Bool {
        table === other.table && place == other.place && verdict == other.verdict
    }

    /// Descends to a part with a name.
    ///
    /// - Returns: Where to go back to.
    @inline(__always)
    mutating func enter(_ name: String) -> RedactionCursor {
        let outer = self
        if let table { enter(name, table) }
        return outer
    }

    private mutating func enter(_ name: String, _ table: RedactionTable) {
        verdict = table.verdict(key: name)
        if place != 0 { step(name, table) }
    }

    /// Descends to an element of a list; an index is no name.
    @inline(__always)
    mutating func enter(_ index: Int) -> RedactionCursor {
        let outer = self
        if let table {
            verdict = .shown
            if place != 0 { step(String(index), table) }
        }
        return outer
    }

    private mutating func step(_ token: String, _ table: RedactionTable) {
        let byPath: RedactionTable.Verdict
        (place, byPath) = table.step(from: place, by: token)
        switch (verdict, byPath) {
        case (.excepted, _), (_, .excepted): verdict = .excepted
        case (.hidden, _), (_, .hidden): verdict = .hidden
        default: break
        }
    }

    /// Goes back.
    @inline(__always)
    mutating func leave(to outer: RedactionCursor) {
        self = outer
    }

    /// The cursor over a part with a name.
    func below(_ name: String) -> RedactionCursor {
        var cursor = self
        _ = cursor.enter(name)
        return cursor
    }

    /// The cursor over an element of a list.
    func below(_ index: Int) -> RedactionCursor {
        var cursor = self
        _ = cursor.enter(index)
        return cursor
    }

    /// What is seen of the part that was entered last.
    @inline(__always)
    func shown(_ child: Child) -> Child {
        guard let table else { return child }
        return shown(child, table)
    }

    private func shown(_ child: Child, _ table: RedactionTable) -> Child {
        guard hides(child, table) else { return child }
        if case .nested(let recorder) = child, recorder.isPayload, case .keyed(let members) = recorder.content {
            return .nested(CapturingEncoder(payload: shown(payload: members)))
        }
        return Placeholder.make(for: child, table)
    }

    /// Whether the part that was entered last is hidden.
    func hides(_ child: Child) -> Bool {
        table.map { hides(child, $0) } ?? false
    }

    @inline(__always)
    private func hides(_ child: Child, _ table: RedactionTable) -> Bool {
        switch verdict {
        case .excepted: false
        case .hidden: true
        case .hiddenText: !child.isNumberOrBoolean || table.hides(child)
        case .shown: table.hides(child) || table.recorded == .somewhere && child.isPlaceholder
        }
    }

    /// What is seen of the labelled payload of the case that was entered last.
    @inline(__always)
    func shown(payload: [Member]) -> [Member] {
        guard let table, isHidden else { return payload }
        return payload.map { member in
            var member = member
            member.child = shown(member.child, table)
            return member
        }
    }

    /// Whether the part that was entered last is hidden, or may be for its type.
    var mayHide: Bool { isHidden || table?.hidesTypes == true }

    /// Whether names alone decide what is hidden below: no rule for types or paths applies there.
    var hidesByNameAlone: Bool { table.map { !$0.hidesTypes && $0.recorded == nil && place == 0 } ?? true }

    /// Whether a part with a name may be hidden, if names alone decide.
    func mayHide(named name: String) -> Bool {
        guard let table else { return false }
        let verdict = table.verdict(key: name)
        return verdict == .hidden || verdict == .hiddenText
    }

    /// Whether a rule for paths may still apply further down.
    var isInPaths: Bool { place != 0 }

    /// Whether something in values of a type may be hidden, as far as their shape shows; `true` where it does not, as of
    /// dictionaries, whose keys are names.
    func mayHide(in type: any Any.Type) -> Bool {
        guard let table else { return false }
        if isHidden { return true }
        guard place == 0 else { return mayHide(in: SchemaProbe.certainShape(of: type)) }
        return table.mayHide(in: type, self)
    }

    /// Whether something in values of a shape may be hidden.
    func mayHide(in schema: Schema) -> Bool {
        guard let table else { return false }
        return isHidden || table.hidesTypes || table.recorded == .somewhere || mayHide(in: schema, depth: 0)
    }

    private func mayHide(in schema: Schema, depth: Int) -> Bool {
        guard !isHidden, depth < 64 else { return true }
        switch schema {
        case .scalar, .recursive: return false
        case .unknown, .dictionary: return true
        case .optional(let inner): return mayHide(in: inner, depth: depth + 1)
        case .array(let inner), .set(let inner): return below(0).mayHide(in: inner, depth: depth + 1)
        case .object(_, let fields): return mayHide(in: fields, depth)
        case .choice(_, let cases):
            return cases.contains { choice in
                guard !choice.payload.isEmpty else { return false }
                let below = below(choice.name)
                return below.isHidden || below.mayHide(in: choice.payload, depth)
            }
        }
    }

    private func mayHide(in fields: [Schema.Field], _ depth: Int) -> Bool {
        fields.contains { field in
            (field.name.map(below) ?? self).mayHide(in: field.schema, depth: depth + 1)
        }
    }

    /// Whether the part that was entered last is hidden, which has a shape.
    private func hides(_ schema: Schema, _ table: RedactionTable) -> Bool {
        switch verdict {
        case .hidden: true
        case .hiddenText where !schema.isNumberOrBoolean: true
        case .excepted: false
        default: table.hidesTypes && table.verdict(typeNames: [schema.typeText]) == .hidden
        }
    }

    /// Whether what is at a path of values of a shape is hidden, or something that it is in.
    func hides(_ path: Path, in schema: Schema) -> Bool {
        guard let table else { return false }
        var cursor = self
        for length in 0...path.tokens.count {
            if length > 0 { cursor.enter(token: path.tokens[length - 1]) }
            // What has parts is neither a number nor a boolean.
            if cursor.verdict == .hidden || cursor.verdict == .hiddenText && length < path.tokens.count { return true }
            var part = schema.part(at: Path(Array(path.tokens[..<length])))
            while let shape = part {
                if cursor.hides(shape, table) { return true }
                guard case .optional(let wrapped) = shape else { break }
                part = wrapped
            }
        }
        return false
    }

    /// Adds the places at which something in values of a shape is hidden; the part that was entered last is at the path.
    func addPlaces(in schema: Schema, _ path: Path, to places: inout [Path]) {
        guard let table, path.tokens.count < 32, places.count < 100 else { return }
        if hides(schema, table) { return places.append(path) }
        switch schema {
        case .scalar, .recursive, .unknown: break
        case .optional(let inner): addPlaces(in: inner, path, to: &places)
        case .array(let inner), .set(let inner): below(0).addPlaces(in: inner, path.appending("*"), to: &places)
        case .dictionary(_, let inner): below("*").addPlaces(in: inner, path.appending("*"), to: &places)
        case .object(_, let fields): addPlaces(in: fields, path, to: &places)
        case .choice(_, let cases):
            for choice in cases where !choice.payload.isEmpty {
                let below = below(choice.name)
                let path = path.appending(choice.name)
                if below.isHidden {
                    places.append(path)
                } else {
                    below.addPlaces(in: choice.payload, path, to: &places)
                }
            }
        }
    }

    private func addPlaces(in fields: [Schema.Field], _ path: Path, to places: inout [Path]) {
        for field in fields {
            let below = field.name.map(below) ?? self
            below.addPlaces(in: field.schema, field.name.map { path.appending($0) } ?? path, to: &places)
        }
    }

    /// What a part said as it failed to encode itself, unless something in it may be hidden.
    func reported(_ message: String, of child: Child) -> String {
        guard isActive, child.type.map({ mayHide(in: $0) }) ?? true else { return message }
        return CapturingEncoder.unquoted(message)
    }

    /// Whether the elements of a type have an id that is shown as such.
    func showsID(of type: any Any.Type) -> Bool {
        guard let id = TypeMetadata.property(encodedAs: "id", of: type) else { return false }
        return !below("id").mayHide(in: id.type)
    }

    /// Whether a type is shown, and so may be walked through in memory.
    func shows(_ type: any Any.Type) -> Bool {
        guard let table else { return true }
        return !isHidden && (!table.hidesTypes || table.verdict(type: type) != .hidden)
    }
}

extension Child {
    /// Whether it is a placeholder for a hidden text.
    fileprivate var isPlaceholder: Bool {
        switch self {
        case .leaf(.string(let text), _): return RedactionRule.isPlaceholder(text)
        case .shaped(let part):
            if case .string(let text) = part.value { return RedactionRule.isPlaceholder(text) }
            return false
        default: return false
        }
    }

    /// Whether it is a leaf that is no text: a rule for texts leaves it alone.
    fileprivate var isNumberOrBoolean: Bool {
        let value: Value
        switch self {
        case .leaf(let leaf, _): value = leaf
        case .shaped(let part): value = part.value
        case .encodable, .nested, .plain, .redacted: return false
        }
        switch value {
        case .bool, .int, .uint, .double: return true
        default: return false
        }
    }
}

extension Schema {
    /// Whether values of the shape are numbers or booleans, which a rule for texts leaves alone.
    fileprivate var isNumberOrBoolean: Bool {
        switch self {
        case .scalar(.bool), .scalar(.int), .scalar(.uint), .scalar(.double): true
        case .optional(let inner): inner.isNumberOrBoolean
        default: false
        }
    }
}
