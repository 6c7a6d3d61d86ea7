extension Redaction {
    /// The rules for names and types alone, for what is no state: actions and effects.
    public var withoutPaths: Redaction {
        let rules = rules.filter { if case .path(let tokens) = $0.subject { tokens.first == "**" } else { true } }
        return Redaction(rules: rules, distinguishesTexts: distinguishesTexts, salt: table?.salt)
    }

    /// Whether what is at a path, or something that it is in, is hidden by its name or place.
    ///
    /// What rules for types say can only be seen in a state: `Node.isRedacted` tells.
    public func hides(_ path: Path) -> Bool {
        var veil = Veil(self)
        if veil.isHidden { return true }
        for token in path.tokens {
            veil.enter(token: token)
            if veil.isHidden { return true }
        }
        return false
    }

    /// A form with placeholders, as far as names and paths tell what is hidden.
    ///
    /// - Parameters:
    ///   - value: The form.
    ///   - path: Where it stands.
    public func hiding(_ value: Value, at path: Path = .root) -> Value {
        guard !isEmpty else { return value }
        var folding = Folding(mode: .lenient, veil: Veil(self, at: path))
        return folding.form(of: .leaf(value, Value.self))
    }

    /// A change with placeholders.
    ///
    /// Forms do not tell types: where there are rules for those, containers are hidden whole.
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
