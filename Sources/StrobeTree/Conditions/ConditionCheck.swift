extension Condition {
    /// The condition, checked with the shapes of states and actions: its values are read by their types.
    ///
    /// What a shape does not say passes.
    ///
    /// - Parameters:
    ///   - state: The shape of the states; `nil` if it is not known.
    ///   - action: The shape of the actions; `nil` if it is not known.
    ///   - isThere: Whether there is something at a path that the shape does not have, which is believed.
    /// - Returns: The condition, and the paths for which the shapes do not say whether there can be anything.
    /// - Throws: `malformedCondition` for what can never be: a path, a case, an action, a value of a wrong type. It has
    ///   the byte offset, what may be meant, and the `path` where that is what cannot be.
    public func checked(
        state: Schema?, action: Schema?, isThere: @escaping (Path) -> Bool = { _ in false }
    ) throws(TreeError) -> (condition: Condition, open: [Path]) {
        var check = ConditionCheck(places: places, offsets: offsets, state: state, action: action, isThere: isThere)
        let checked = try check.condition(expression)
        return (Condition(checked, of: self), check.open.sorted().map { places[$0] })
    }
}

/// Holds a condition against shapes.
struct ConditionCheck {
    let places: [Path]
    let offsets: [Offset]
    let state: Schema?
    let action: Schema?
    let isThere: (Path) -> Bool
    /// The numbers of the paths that the shape says nothing about.
    private(set) var open: Set<Int> = []

    init(places: [Path], offsets: [Offset], state: Schema?, action: Schema?, isThere: @escaping (Path) -> Bool) {
        (self.places, self.offsets, self.state, self.action, self.isThere) = (places, offsets, state, action, isThere)
    }

    /// Checks a part that has to be true or false.
    mutating func condition(_ part: ConditionExpression) throws(TreeError) -> ConditionExpression {
        let checked = try check(part)
        if case .place(let place) = part, let schema = schema(at: place.path), schema != .scalar(.bool) {
            throw wrong(
                "\(places[place.path].swiftStyle) is of type \(schema.typeText), not a condition",
                at: offsets[place.path],
                expected: "a comparison, or exists(\(places[place.path].swiftStyle))")
        }
        return checked
    }

    mutating func check(_ part: ConditionExpression) throws(TreeError) -> ConditionExpression {
        switch part {
        case .literal, .fact, .form: return part
        case .place(let place), .count(let place), .exists(let place): try check(path: place.path)
        case .caseName(let place): try checkCase(at: place.path)
        case .changed(let path, let isCase): try isCase ? checkCase(at: path) : check(path: path)
        case .sum(let terms):
            var checked = terms
            for index in terms.indices { checked[index].expression = try check(terms[index].expression) }
            return .sum(checked)
        case .comparison(let comparator, let a, let b):
            if a == .fact(.origin), case .place(let place) = b { try checkOrigin(at: place.path) }
            return try comparison(comparator, check(a), check(b))
        case .isCase(let subject, let name, let path, let negated):
            return try isCase(check(subject), name, path, negated)
        case .isAction(let name, let offset, _): try check(action: name, at: offset)
        case .contains(let a, let b): return try contains(check(a), b)
        case .startsWith(let a, let b):
            let (a, b) = (try check(a), try check(b))
            try checkText(a)
            return .startsWith(a, b)
        case .endsWith(let a, let b):
            let (a, b) = (try check(a), try check(b))
            try checkText(a)
            return .endsWith(a, b)
        case .matches(let part, let pattern):
            let part = try check(part)
            try checkText(part)
            if part == .fact(.action), case .glob(let glob) = pattern.form { try check(actionLabel: glob) }
            return .matches(part, pattern)
        case .not(let part): return .not(try condition(part))
        case .all(let parts): return .all(try conditions(parts))
        case .any(let parts): return .any(try conditions(parts))
        }
        return part
    }

    private mutating func conditions(_ parts: [ConditionExpression]) throws(TreeError) -> [ConditionExpression] {
        var checked: [ConditionExpression] = []
        for part in parts { checked.append(try condition(part)) }
        return checked
    }

    // MARK: Paths

    private mutating func check(path number: Int) throws(TreeError) {
        guard let state else { return }
        do {
            if try !state.check(places[number]) { open.insert(number) }
        } catch {
            guard !isThere(places[number]) else { return }
            throw wrong(error.message, at: offsets[number], suggestion: error.suggestion, path: error.path)
        }
    }

    /// The shape at a path; `nil` if that is not known.
    private func schema(at path: Int) -> Schema? { state?.settledPart(at: places[path]) }

    /// Checks a path with `.case` behind it, which is that of an enum or of what has a member of that name.
    private mutating func checkCase(at path: Int) throws(TreeError) {
        try check(path: path)
        guard let schema = schema(at: path) else { return }
        switch schema {
        case .choice, .dictionary, .unknown, .recursive, .optional: return
        case .object(_, let fields) where fields.contains { $0.name == "case" }: return
        default:
            guard !isThere(places[path].appending("case")) else { return }
            throw wrong(
                "\(places[path].swiftStyle) is of type \(schema.typeText) and has no cases", at: offsets[path],
                expected: "an enum")
        }
    }

    // MARK: Names

    private mutating func isCase(
        _ subject: ConditionExpression, _ name: String, _ path: Int, _ negated: Bool
    ) throws(TreeError) -> ConditionExpression {
        let same = ConditionExpression.isCase(subject, name, path: path, negated: negated)
        let place: Int
        switch subject {
        case .place(let subject), .caseName(let subject): place = subject.path
        default: return same
        }
        guard let schema = schema(at: place) else { return same }
        if schema == .scalar(.bool), let near = Spelling.nearest(name, in: ["true", "false"]) {
            throw wrong("a Bool is not an enum: .\(name) is a path here", at: offsets[path], suggestion: near)
        }
        if let cases = schema.closedCases {
            guard !cases.contains(name), !isThere(places[place].appending(name)) else { return same }
            throw noCase(name, of: schema, at: offsets[path])
        }
        if case .choice = schema { return same }
        // `.pi` and the like in Swift are numbers here.
        if schema == .scalar(.double), let value = LiteralReader.constant(name, schema, types: []) {
            return .comparison(negated ? .unequal : .equal, subject, .literal(value))
        }
        do {
            try check(path: path)
        } catch {
            throw wrong(
                "\(places[place].swiftStyle) is of type \(schema.typeText). \(error.message)", at: offsets[path],
                suggestion: error.suggestion, path: error.path)
        }
        return same
    }

    private func noCase(_ name: String, of schema: Schema, at offset: Offset, quoted: Bool = false) -> TreeError {
        let cases = schema.closedCases ?? []
        let near = Spelling.nearest(name, in: cases).map { quoted ? "\"\($0)\"" : ".\($0)" }
        let isNil = name == "none" && near == nil
        return wrong(
            "\(quoted ? "\"\(name)\"" : ".\(name)") is not a case of \(schema.baseName ?? "the enum")",
            at: offset, expected: Schema.listed(cases), suggestion: isNil ? "nil" : near)
    }

    private func check(action name: String, at offset: Offset) throws(TreeError) {
        guard let cases = action?.closedCases, !cases.contains(name) else { return }
        let near = Spelling.nearest(name, in: cases).map { ".\($0)" }
        // A slash distinguishes the path of that name.
        let isPath = near == nil && (try? state?.check(Path([name]))) == true
        throw wrong(
            "no action is called .\(name)", at: offset, expected: Schema.listed(cases),
            suggestion: isPath ? "/\(name)" : near)
    }

    /// Checks a text, or a pattern, for the labels of actions.
    private func check(actionLabel text: String) throws(TreeError) {
        guard text.hasPrefix("."), let action else { return }
        do {
            _ = try action.actionGlob(text)
        } catch {
            throw wrong(
                "no action matches \"\(text)\"", at: nil, expected: error.expected, suggestion: error.suggestion)
        }
    }

    /// Checks a path beside `origin`, which may be a slip in the name of one.
    private func checkOrigin(at path: Int) throws(TreeError) {
        guard places[path].tokens.count == 1,
            let near = Spelling.nearest(places[path].tokens[0], in: EntryFacts.origins),
            let state, (try? state.check(places[path])) == nil, !isThere(places[path])
        else { return }
        throw wrong(
            "there is no origin \(places[path].swiftStyle)", at: offsets[path],
            expected: EntryFacts.origins.joined(separator: ", "), suggestion: ".\(near)", path: places[path])
    }

    // MARK: Values

    private mutating func comparison(
        _ comparator: ConditionExpression.Comparator, _ a: ConditionExpression, _ b: ConditionExpression
    ) throws(TreeError) -> ConditionExpression {
        let isEquality = comparator == .equal || comparator == .unequal
        var b = b
        if case .form(let form) = b { b = try value(form, beside: a) }
        if a == .fact(.action), isEquality, case .literal(.string(let text)) = b { try check(actionLabel: text) }
        for (subject, other) in [(a, b), (b, a)] {
            guard case .literal(let value) = other, value != .null else { continue }
            switch subject {
            case .place(let place):
                guard let schema = schema(at: place.path) else { continue }
                guard isEquality ? schema.canEqual(value) : schema.canBeOrdered(with: value) else {
                    throw misfit(value, place.path, schema)
                }
            case .caseName(let place):
                guard isEquality, case .string(let name) = value, let schema = schema(at: place.path),
                    let cases = schema.closedCases, !cases.contains(name)
                else { continue }
                throw noCase(name, of: schema, at: offsets[place.path], quoted: true)
            default: continue
            }
        }
        return .comparison(comparator, a, b)
    }

    /// A value that never equals the one at a path.
    private func misfit(_ value: Value, _ path: Int, _ schema: Schema) -> TreeError {
        let name = places[path].swiftStyle
        if case .string(let text) = value, let cases = schema.closedCases {
            guard cases.contains(text) else { return noCase(text, of: schema, at: offsets[path], quoted: true) }
            return wrong(
                "\(name) is not a string, since its case .\(text) has a payload", at: offsets[path],
                suggestion: ".\(text)")
        }
        let count: String? =
            switch (schema, value) {
            case (.array, .int), (.set, .int), (.dictionary, .int), (.scalar(.string), .int): "count(\(name))"
            default: nil
            }
        return wrong(
            "\(name) is of type \(schema.typeText), so it never equals \(Literal.text(value, limit: 40))",
            at: offsets[path],
            expected: schema.words, suggestion: count)
    }

    private mutating func contains(
        _ a: ConditionExpression, _ unchecked: ConditionExpression
    ) throws(TreeError) -> ConditionExpression {
        guard case .place(let place) = a, let schema = schema(at: place.path) else {
            if case .caseName = a {} else { try checkText(a) }
            return .contains(a, try check(unchecked))
        }
        let element: Schema? =
            switch schema {
            case .array(let element), .set(let element): element.part(at: .root)
            default: nil
            }
        if case .place(let other) = unchecked, places[other.path].tokens.count == 1,
            let name = places[other.path].tokens.first, element?.closedCases?.contains(name) == true,
            (try? state?.check(places[other.path])) == nil
        {
            throw wrong("there is no path .\(name)", at: offsets[other.path], suggestion: "\"\(name)\"")
        }
        let b = try check(unchecked)
        switch (schema, b) {
        case (.array, .form(let form)), (.set, .form(let form)):
            guard let element else { return .contains(a, b) }
            return .contains(a, .form(try form.read(as: element, wrong)))
        case (.array, .literal(let value)), (.set, .literal(let value)):
            guard let element, !element.isOptional, !element.canEqual(value) else { return .contains(a, b) }
            throw wrong(
                "\(places[place.path].swiftStyle) is of type \(schema.typeText), which never contains "
                    + Literal.text(value, limit: 40), at: offsets[place.path], expected: element.words)
        case (.scalar(.bool), _), (.scalar(.int), _), (.scalar(.uint), _), (.scalar(.double), _),
            (.scalar(.decimal), _),
            (.scalar, .form), (.choice, .form):
            throw wrong(
                "\(places[place.path].swiftStyle) is of type \(schema.typeText), which cannot contain that",
                at: offsets[place.path], expected: "a string, a list or a dictionary")
        default: return .contains(a, b)
        }
    }

    /// Refuses an operand that is never a text where one is searched.
    private func checkText(_ part: ConditionExpression) throws(TreeError) {
        guard case .place(let place) = part, let schema = schema(at: place.path) else { return }
        switch schema {
        case .scalar(let scalar) where scalar.isText: return
        case .choice, .unknown, .recursive, .optional: return
        case .scalar, .array, .set, .dictionary, .object:
            throw wrong(
                "\(places[place.path].swiftStyle) is of type \(schema.typeText), not a string", at: offsets[place.path],
                expected: "a string")
        }
    }

    /// A value that is written, by the type of what it is compared with.
    private mutating func value(
        _ form: ConditionForm, beside subject: ConditionExpression
    ) throws(TreeError) -> ConditionExpression {
        if subject == .fact(.action) {
            // The label it is held against has no types.
            if let action { _ = try form.read(as: action, wrong) }
            return .form(form)
        }
        guard case .place(let place) = subject, let schema = schema(at: place.path) else { return .form(form) }
        if let path = form.path {
            switch schema {
            case .array, .set: break
            default:
                try check(path: path)
                return .form(form)
            }
        }
        return .form(try form.read(as: schema, wrong))
    }

    // MARK: Errors

    private func wrong(
        _ what: String, at offset: Offset?, expected: String? = nil, suggestion: String? = nil, path: Path? = nil
    ) -> TreeError {
        let hint = suggestion.map { "; did you mean \($0)?" }
        var message = what.prefix(1).uppercased() + what.dropFirst()
        if let hint {
            message += message.hasSuffix(hint) ? "" : hint
        } else if !message.hasSuffix(".") {
            message += "."
        }
        if suggestion == nil, let expected { message += " Expected \(expected)." }
        return TreeError(
            .malformedCondition, message, path: path, offset: offset?.bytes, expected: expected, suggestion: suggestion)
    }
}

extension ConditionForm {
    typealias Refusal = (String, Offset?, String?, String?, Path?) -> TreeError

    /// The same value read as one of a type.
    ///
    /// - Throws: What cannot be, unless the shape of the type is not all known.
    fileprivate func read(as schema: Schema, _ wrong: Refusal) throws(TreeError) -> ConditionForm {
        var form = self
        form.path = nil
        do {
            form.value = try Literal.parse(text, schema: schema)
        } catch {
            guard !schema.mayTake(value) else { return form }
            var error = error
            error.code = .malformedCondition
            error.offset = offset.bytes + (error.offset ?? 0)
            throw error
        }
        if let missing = schema.missing(in: form.value) {
            throw wrong("\(text) has no \(missing)", offset, "all members of the value", nil, nil)
        }
        return form
    }
}

extension Value {
    /// The name of the case that the form of an enum with a payload has.
    package var caseName: String? {
        guard case .object(let object) = self, object.count == 1 else { return nil }
        return object.keys[0]
    }
}
