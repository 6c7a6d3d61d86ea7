public import StrobeTree

extension Redaction {
    /// The rules for values that are not states: actions and effects.
    ///
    /// Names and types count as in a state. Of a path, its last name counts, wherever the words of that name follow
    /// each other, and the type of the value there in a state, if that is a struct, an enum or a class: what
    /// `/users/*/email` hides is hidden in `.move(User)`, `.signUp(email:)` and `.setEmail(_:)`, and what `/iban` hides
    /// in `.pay(Iban)`; but a text is not hidden in `.type(_:)`, whose name and label do not say what it carries.
    ///
    /// Without the metadata of types the type at a path is not known. All that actions have is hidden then, since any
    /// part of them may be of that type.
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - states: The shape of the states, used if there are paths; without it nothing is known of types.
    public func ofActions(
        _ type: any Any.Type = Any.self, states: @autoclosure () -> Schema? = nil
    ) -> Redaction {
        var kept: [RedactionRule] = []
        var words: Set<NameWords> = []
        var recorded = table?.recorded
        for rule in rules {
            guard case .path(let tokens) = rule.subject else {
                kept.append(rule)
                continue
            }
            if tokens.first == "**" { kept.append(rule) }
            guard !rule.isException else { continue }
            switch states()?.namedType(at: tokens) {
            case .name(let type): kept.append(RedactionRule(.type(type)))
            case .unknown where recorded != nil: recorded = .somewhere
            case .unknown where !TypeMetadata.isUsable && !tokens.contains("**"):
                kept.append(RedactionRule(.path(Self.partsOfActions(type))))
            case .unknown, .standard, nil: break
            }
            let name = tokens.last { token in
                token.contains { $0 != "*" && $0 != "?" } && !Path.isIndex(token) && !token.hasPrefix("[")
            }
            guard let name else {
                // It names nothing: all of some depth is meant, and nothing says where that goes in an action.
                kept.append(RedactionRule(.path(["**"])))
                continue
            }
            let named = NameWords(of: name)
            if name.contains(where: { $0 == "*" || $0 == "?" }) || named.words.isEmpty {
                kept.append(RedactionRule(.key(name)))
            } else {
                words.insert(named)
            }
        }
        return Redaction(
            rules: kept, distinguishesTexts: distinguishesTexts, salt: table?.salt, words: Array(words),
            recorded: recorded)
    }

    /// The path of all that actions have: an enum has a case at first, which says nothing of its payload.
    private static func partsOfActions(_ type: any Any.Type) -> [String] {
        switch TypeMetadata.kind(of: type) {
        case .structure, .object: ["**"]
        default: ["*", "**"]
        }
    }

    /// Whether the value at a path, or something that it is in, is hidden by its name or path.
    ///
    /// Whether a rule for types hides it can only be seen in a state: see `Node.isRedacted`.
    public func hides(_ path: Path) -> Bool {
        var cursor = RedactionCursor(self)
        if cursor.isHidden { return true }
        for token in path.tokens {
            cursor.enter(token: token)
            if cursor.isHidden { return true }
        }
        return false
    }

    /// A path, or the part of it that is hidden by its name or path: nothing below that is reported.
    public func shown(_ path: Path) -> Path {
        let hidden = path.tokens.indices.first { hides(Path(Array(path.tokens[..<$0]))) }
        return hidden.map { Path(Array(path.tokens[..<$0])) } ?? path
    }

    /// A form with placeholders, as far as names and paths show what is hidden.
    ///
    /// - Parameters:
    ///   - value: The form.
    ///   - path: Its place.
    public func hiding(_ value: Value, at path: Path = .root) -> Value {
        guard !isEmpty else { return value }
        var builder = ValueBuilder(mode: .lenient, cursor: RedactionCursor(self, at: path))
        return builder.form(of: .leaf(value, Value.self))
    }

    /// A change with placeholders.
    ///
    /// Forms do not say their types: if there are rules for types, containers are hidden as a whole.
    public func hiding(_ change: Change) -> Change {
        guard let table else { return change }
        func hidden(_ value: Value) -> Value {
            table.hidesTypes && value.isContainer
                ? Placeholder.form(like: value, table) : hiding(value, at: change.path)
        }
        var change = change
        change.value = change.value.map(hidden)
        change.old = change.old.map(hidden)
        return change
    }
}

extension Schema {
    fileprivate enum NamedType {
        /// A struct, an enum or a class.
        case name(String)
        /// A scalar.
        case standard
        case unknown
    }

    /// The type at a path in which `*` is any element, of optionals and collections what is in them.
    fileprivate func namedType(at tokens: [String]) -> NamedType {
        guard var schema = part(at: Path(tokens.map { $0 == "*" ? "0" : $0 })) else { return .unknown }
        while true {
            switch schema {
            case .optional(let inner), .array(let inner), .set(let inner), .dictionary(_, let inner): schema = inner
            case .unknown(""): return .unknown
            case .object(let type, _), .choice(let type, _), .recursive(let type), .unknown(let type):
                return .name(type)
            case .scalar: return .standard
            }
        }
    }
}
