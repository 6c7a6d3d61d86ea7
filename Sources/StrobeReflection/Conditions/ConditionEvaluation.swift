internal import StrobeTree

/// What is seen at a path, and the cursor over it.
typealias SeenPart = (child: Child, cursor: RedactionCursor)

/// Where a condition finds what is at its paths.
protocol ConditionPlaces {
    /// The part at a path after the entry, or before it; `nil` if there is none.
    func part(at path: Int, isBefore: Bool) -> SeenPart?
    /// Whether the entry changed what is at a path.
    func isChanged(at path: Int, _ meter: WorkMeter) -> Bool
    /// Notes that no change was seen at a path.
    func passOver(at path: Int, _ meter: WorkMeter)
    /// The number of elements, where that is known without the part; else `nil`.
    func count(at path: Int, isBefore: Bool) -> Int?
    /// The name of the current case, where that is known without the part; else `nil`.
    func caseName(at path: Int, isBefore: Bool) -> String?
}

/// The answer of a condition for one state.
struct ConditionEvaluation<Places: ConditionPlaces> {
    typealias Place = ConditionExpression.Place

    let places: Places
    let facts: EntryFacts
    let meter: WorkMeter

    /// Whether the condition is true.
    ///
    /// - Throws: `undecided`, `tooMuchWork` or `interrupted`.
    func answer(_ expression: ConditionExpression) throws(TreeError) -> Bool {
        let answer = try isTrue(expression)
        try meter.check()
        return answer
    }

    /// Whether a part of the condition is true; what is missing, or no boolean, is not.
    private func isTrue(_ expression: ConditionExpression) throws(TreeError) -> Bool {
        meter.spend(Self.stepsOfPart)
        try meter.check()
        switch expression {
        case .not(let part): return try !isTrue(part)
        case .all(let parts): return try !isAny(of: parts, false)
        case .any(let parts): return try isAny(of: parts, true)
        case .exists(let place): return part(place) != nil
        case .changed(let path, let isCase):
            guard isCase else { return places.isChanged(at: path, meter) }
            let (before, after) = (Place(path: path, isBefore: true), Place(path: path, isBefore: false))
            if part(before) != nil, caseName(before) != caseName(after) { return true }
            places.passOver(at: path, meter)
            return false
        case .comparison(let comparator, let a, .form(let form)): return try compare(a, comparator, form)
        case .comparison(let comparator, let a, let b): return try compare(operand(a), comparator, operand(b))
        case .isAction(let name, _, let negated):
            return facts.action?().map { Self.isCase($0, name) != negated } ?? false
        case .isCase(let subject, let name, let path, let negated):
            return try isCase(subject, name, path).map { $0 != negated } ?? false
        case .contains(let a, let b): return try contains(operand(a), operand(b))
        case .startsWith(let a, let b): return try texts(a, b) { $0.hasPrefix($1) }
        case .endsWith(let a, let b): return try texts(a, b) { $0.hasSuffix($1) }
        case .matches(let part, let pattern):
            guard case .text(let text) = try operand(part) else { return false }
            return try decided(pattern.matches(text, within: Condition.maxTextLength, meter), about: text)
        default:
            guard case .bool(let bool) = try operand(expression) else { return false }
            return bool
        }
    }

    /// What a part of a condition takes in any case.
    private static var stepsOfPart: Int { 16 }
    /// What it takes to find what is at a path, which may be one of many elements.
    private static var stepsOfPlace: Int { 128 }

    /// Whether one of some parts is the wanted one: one that is makes up for undecided others.
    private func isAny(of parts: [ConditionExpression], _ wanted: Bool) throws(TreeError) -> Bool {
        var doubt: TreeError?
        for part in parts {
            do throws(TreeError) {
                if try isTrue(part) == wanted { return true }
            } catch {
                guard error.code == .undecided else { throw error }
                doubt = doubt ?? error
            }
        }
        if let doubt { throw doubt }
        return false
    }

    /// The answer about a text, where its beginning gave one.
    private func decided(_ answer: Bool?, about text: String) throws(TreeError) -> Bool {
        if let answer { return answer }
        try meter.check()
        throw TreeError(
            .undecided,
            "Only the first \(Condition.maxTextLength) of the \(text.utf8.count) bytes of a text are examined; they "
                + "do not decide the condition. Exclude that state from the range, or test a shorter text.")
    }

    /// The value of a part of the condition.
    ///
    /// - Throws: As `answer(_:)`; what comes of it counts only where the meter is not over.
    func operand(_ expression: ConditionExpression) throws(TreeError) -> ConditionOperand {
        switch expression {
        case .literal(let value): ConditionOperand(value)
        case .form(let form): .form(form.value)
        case .place(let place): ConditionOperand(part(place))
        case .caseName(let place): caseOrMember(place)
        case .count(let place): count(place)
        case .fact(let fact): operand(fact)
        case .sum(let terms): try sum(terms)
        default: .bool(try isTrue(expression))
        }
    }

    func part(_ place: Place) -> SeenPart? {
        meter.spend(Self.stepsOfPlace)
        return places.part(at: place.path, isBefore: place.isBefore)
    }

    private func operand(_ fact: ConditionExpression.Fact) -> ConditionOperand {
        switch fact {
        case .action: facts.action?().map { .text($0) } ?? .missing
        case .origin: facts.origin.map { .text($0) } ?? .missing
        case .seq: facts.seq.map { .number(.int(Int64($0))) } ?? .missing
        case .duration: facts.durationNanos.map { .number(.uint($0)) } ?? .missing
        case .source: facts.source.map { .text($0) } ?? .missing
        case .error: facts.error.map { .text($0) } ?? .missing
        }
    }

    // MARK: Enums

    private func caseName(_ place: Place) -> String? {
        places.caseName(at: place.path, isBefore: place.isBefore) ?? part(place)?.child.presentCase
    }

    /// The name of the case, or what a member of that name holds.
    private func caseOrMember(_ place: Place) -> ConditionOperand {
        if let name = caseName(place) { return .text(name) }
        return ConditionOperand(part(place)?.child.part(at: ["case"], part(place)?.cursor ?? .none))
    }

    /// Whether the enum has a case, or another value equals the one at a path; `nil` if neither can be decided.
    private func isCase(
        _ subject: ConditionExpression, _ name: String, _ path: Int
    ) throws(TreeError) -> Bool? {
        var other: ConditionOperand { ConditionOperand(part(Place(path: path, isBefore: false))) }
        guard case .place(let place) = subject else {
            if case .caseName(let place) = subject, let present = caseName(place) { return present == name }
            return equal(try operand(subject), other)
        }
        if let present = places.caseName(at: place.path, isBefore: place.isBefore) { return present == name }
        guard let (child, cursor) = part(place) else { return nil }
        // A text, or an object with one member, may be the form of an enum, or be meant as it is.
        if case .leaf = child, case let other = other, !other.isMissing {
            return equal(ConditionOperand((child, cursor)), other)
        }
        if let present = child.presentCase { return present == name }
        return equal(ConditionOperand((child, cursor)), other)
    }

    // MARK: Functions

    private func count(_ place: Place) -> ConditionOperand {
        if let count = places.count(at: place.path, isBefore: place.isBefore) { return .number(.int(Int64(count))) }
        guard let (child, cursor) = part(place) else { return .missing }
        if case .text(let text) = ConditionOperand((child, cursor)) {
            meter.spend(text.utf8.count)
            return .number(.int(Int64(text.count)))
        }
        let count: Int
        switch Expansion(child) {
        case .members(let members): count = members.count
        case .elements(let children): count = children.count
        case .list(let list): count = list.childCount
        case .set(let set): count = set.childCount
        case .dictionary(let dictionary): count = dictionary.childCount
        case .leaf, .choice, .raw, .opaque, .object, .failure: return .missing
        }
        return .number(.int(Int64(count)))
    }

    private func sum(_ terms: [ConditionExpression.Term]) throws(TreeError) -> ConditionOperand {
        var sum = ExactNumber.int(0)
        for term in terms {
            guard case .number(let number) = try operand(term.expression) else { return .missing }
            sum = ExactNumber.sum(sum, number, subtracts: term.isSubtracted)
        }
        return .number(sum)
    }

    // MARK: Comparisons

    func compare(
        _ a: ConditionOperand, _ comparator: ConditionExpression.Comparator, _ b: ConditionOperand
    ) -> Bool {
        switch comparator {
        case .equal: return equal(a, b) ?? false
        case .unequal: return equal(a, b).map { !$0 } ?? false
        case .less: return order(a, b) == .before
        case .lessOrEqual: return order(a, b).map { $0 != .after } ?? false
        case .greater: return order(a, b) == .after
        case .greaterOrEqual: return order(a, b).map { $0 != .before } ?? false
        }
    }

    /// Whether two operands are equal; `nil` if one is missing.
    func equal(_ a: ConditionOperand, _ b: ConditionOperand) -> Bool? {
        switch (a, b) {
        case (.missing, _), (_, .missing): nil
        case (_, .form(let form)): fits(a, form)
        case (.form(let form), _): fits(b, form)
        case (.null, .null): true
        case (.bool(let x), .bool(let y)): x == y
        case (.number(let x), .number(let y)): ExactNumber.areEqual(x, y)
        // What is not finite has a text for its form.
        case (.number(let x), .text(let y)), (.text(let y), .number(let x)): x.value == .string(y)
        case (.text(let x), .text(let y)): meter.spend(min(x.utf8.count, y.utf8.count) / 4) && x == y
        case (.part(let x, let cursor), .part(let y, let other)): areSame(x, cursor, y, other)
        default: false
        }
    }

    /// Whether two parts show the same, each under its own cursor.
    private func areSame(_ x: Child, _ cursor: RedactionCursor, _ y: Child, _ other: RedactionCursor) -> Bool {
        guard cursor.isActive || other.isActive else { return Comparison.areSame(x, y, .default, .none, meter) }
        var first = ValueBuilder(mode: .lenient, cursor: cursor, meter: meter)
        var second = ValueBuilder(mode: .lenient, cursor: other, meter: meter)
        return first.form(of: x).isIdentical(to: second.form(of: y))
    }

    private func order(_ a: ConditionOperand, _ b: ConditionOperand) -> ExactNumber.Order? {
        switch (a, b) {
        case (.number(let x), .number(let y)): ExactNumber.order(x, y)
        case (.text(let x), .text(let y)):
            meter.spend(2 * (x.utf8.count + y.utf8.count)) ? ExactNumber.Order(x, y) : nil
        default: nil
        }
    }

    // MARK: Texts

    private func texts(
        _ a: ConditionExpression, _ b: ConditionExpression, _ fits: (String, String) -> Bool
    ) throws(TreeError) -> Bool {
        guard case .text(let x) = try operand(a), case .text(let y) = try operand(b),
            meter.spend(min(x.utf8.count, y.utf8.count))
        else { return false }
        return fits(x, y)
    }

    /// Whether a text contains another one, a collection an element, or an object or a dictionary a key.
    private func contains(_ whole: ConditionOperand, _ element: ConditionOperand) throws(TreeError) -> Bool {
        switch (whole, element) {
        case (.text(let text), .text(let part)): return try decided(contains(text, part), about: text)
        case (.part(let child, let cursor), _): return contains(Expansion(child), cursor, element)
        default: return false
        }
    }

    /// Whether a text contains another one; `nil` if the examined part does not decide.
    private func contains(_ text: String, _ part: String) -> Bool? {
        let (length, wanted) = (text.utf8.count, part.utf8.count)
        guard wanted > 0 else { return true }
        let isCut = length > Condition.maxTextLength
        // What is short is found as soon as it is prepared to be looked for.
        if !isCut, length <= 256 { return meter.spend(length * min(wanted, 16)) ? text.contains(part) : nil }
        meter.spend(wanted)
        let looked = isCut ? String(text.beginning(Condition.maxTextLength)) : text
        let isThere = TextSearch(Array(part)).end(in: looked, meter) != nil
        return isThere || !isCut ? isThere : nil
    }

    private func contains(_ whole: Expansion, _ cursor: RedactionCursor, _ element: ConditionOperand) -> Bool {
        func isElement(_ child: Child, _ index: Int) -> Bool {
            // Once it is over the answer does not count, and the first one ends the search.
            guard meter.spend(WorkMeter.node) else { return true }
            let below = cursor.below(index)
            return equal(ConditionOperand((below.shown(child), below)), element) ?? false
        }
        func isIn(_ children: [Child]) -> Bool { children.indices.contains { isElement(children[$0], $0) } }
        switch whole {
        case .list(let list): return (0..<list.childCount).contains { isElement(list.child(at: $0), $0) }
        case .elements(let children): return isIn(children)
        case .set(let set):
            return meter.spend(sorting: set.childCount) && isIn(set.sortedChildren(cursor))
        case .members, .dictionary:
            guard case .text(let key) = element else { return false }
            return whole.part(key) != nil
        case .leaf, .choice, .raw, .opaque, .object, .failure: return false
        }
    }
}

extension WorkMeter {
    /// Counts what it takes to put so many elements in order.
    func spend(sorting count: Int) -> Bool {
        let comparisons = max(1, Int.bitWidth - count.leadingZeroBitCount)
        return spend(count.multipliedReportingOverflow(by: comparisons * Self.node).partialValue)
    }
}

/// The paths of a condition in two nodes.
struct NodePlaces: ConditionPlaces {
    let paths: [Path]
    let after: Node
    let before: Node?

    func part(at path: Int, isBefore: Bool) -> SeenPart? {
        (isBefore ? before : after)?.part(at: paths[path])
    }

    func passOver(at path: Int, _ meter: WorkMeter) {}

    func isChanged(at path: Int, _ meter: WorkMeter) -> Bool {
        guard let before else { return false }
        guard let old = before.part(at: paths[path]) else { return after.part(at: paths[path]) != nil }
        guard let new = after.part(at: paths[path]) else { return true }
        return !Comparison.areSame(old.child, new.child, .default, new.cursor, meter)
    }

    func count(at path: Int, isBefore: Bool) -> Int? { nil }
    func caseName(at path: Int, isBefore: Bool) -> String? { nil }
}

extension Node {
    /// The part at a path below this one; `nil` if there is none.
    fileprivate func part(at path: Path) -> SeenPart? { content.part(at: path.tokens, cursor) }
}

extension Child {
    /// The part at a path below this one; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - tokens: The path.
    ///   - cursor: What is hidden of this part.
    func part(at tokens: some Collection<String>, _ cursor: RedactionCursor) -> SeenPart? {
        var part = (child: cursor.shown(self), cursor: cursor)
        for token in tokens {
            if case .shaped(let whole) = part.child, let member = whole.member(named: token) {
                let cursor = part.cursor.below(token)
                part = (cursor.shown(member), cursor)
                continue
            }
            guard let next = Expansion(part.child).part(token, part.cursor) else { return nil }
            part = (next.child, next.cursor)
        }
        return part
    }
}

extension Child {
    /// The name of the current case; `nil` for what is no enum.
    ///
    /// A plain form, as recordings have it, is taken as the form of an enum: a text, or an object with one member.
    var presentCase: String? {
        let plain: Value?
        switch self {
        case .redacted: return nil
        case .leaf(let value, let type):
            guard type == Value.self else { return nil }
            plain = value
        case .shaped(let part) where part.schema == nil: plain = part.value
        default: plain = Value?.none
        }
        if let plain {
            switch plain {
            case .string(let name): return name
            case .object(let object) where object.count == 1: return object.keys[0]
            default: return nil
            }
        }
        return wrapped.map(\.presentCase) ?? Expansion(self).caseName
    }
}
