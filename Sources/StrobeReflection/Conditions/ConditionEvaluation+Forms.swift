internal import StrobeTree

/// What is compared with values that are written in conditions, part by part.
extension ConditionEvaluation {
    /// Compares with a value that is written, or with what is at the path that it may be as well.
    func compare(
        _ subject: ConditionExpression, _ comparator: ConditionExpression.Comparator, _ form: ConditionForm
    ) throws(TreeError) -> Bool {
        let operand = try operand(subject)
        if let path = form.path, !operand.isList {
            return compare(operand, comparator, ConditionOperand(part(.init(path: path, isBefore: false))))
        }
        guard subject == .fact(.action) else { return compare(operand, comparator, .form(form.value)) }
        guard case .text(let label) = operand else { return false }
        return try isAction(label, form) == (comparator == .equal)
    }

    /// Whether a label is that of an action in a case, whatever its payload.
    static func isCase(_ label: String, _ name: String) -> Bool {
        guard label.utf8.first == UInt8(ascii: ".") else { return false }
        let rest = label.dropFirst()
        return rest.hasPrefix(name) && (rest.count == name.count || rest.dropFirst(name.count).first == "(")
    }

    /// Whether a label is that of a written action.
    ///
    /// - Throws: `undecided` if the label leaves out the part that decides, and the action's form is not known.
    private func isAction(_ label: String, _ form: ConditionForm) throws(TreeError) -> Bool {
        meter.spend(2 * label.utf8.count)
        if label == form.text { return true }
        if let name = form.value.caseName, !Self.isCase(label, name) { return false }
        // Labels are compared by their values: spaces and the order of labels mean nothing.
        if !label.contains("…"), let value = try? Literal.parse(label) {
            return fits(ConditionOperand(value), form.untyped)
        }
        if let value = facts.form?() { return fits(ConditionOperand(value), form.value) }
        throw TreeError(
            .undecided,
            "The label \(label.prefix(60)) omits a part of the action, which cannot be compared. "
                + "Compare its case: action == \(form.value.caseName.map { ".\($0)" } ?? "…").")
    }

    /// Whether an operand is what is written.
    func fits(_ operand: ConditionOperand, _ form: Value) -> Bool {
        switch operand {
        case .part(let child, let cursor): fits(child, cursor, form)
        case .form(let other): other == form
        default: equal(operand, ConditionOperand(form)) ?? false
        }
    }

    private func fits(_ child: Child, _ cursor: RedactionCursor, _ form: Value) -> Bool {
        // Once it is over the answer does not count.
        guard meter.spend(WorkMeter.node) else { return false }
        // Where no shape says that it is a duration, it was read as the case of an enum.
        if let duration = DurationText.form(ofCase: form), child.isDuration {
            return fits(child, cursor, duration)
        }
        guard case .part(let child, let cursor) = ConditionOperand((child, cursor)) else {
            if case .string(let name) = form, child.presentCase == name { return true }
            return equal(ConditionOperand((child, cursor)), ConditionOperand(form)) ?? false
        }
        let expansion = Expansion(child)
        switch (expansion, form) {
        case (.members(let members), .object(let object)): return fits(members, expansion, cursor, object)
        case (.dictionary(let dictionary), .object(let object)):
            return dictionary.childCount == object.count
                && object.allSatisfy { fits(expansion.part($0.key, cursor), $0.value) }
        case (.elements(let children), .array(let forms)):
            return children.count == forms.count && fits(children, forms, cursor)
        case (.list(let list), .array(let forms)):
            return list.childCount == forms.count && fits(forms.indices.map(list.child), forms, cursor)
        case (.set(let set), .array(let forms)):
            guard set.childCount == forms.count, meter.spend(sorting: forms.count) else { return false }
            return isSame(set.sortedChildren(cursor), forms, cursor)
        case (.choice(let choice), .object(let object)):
            guard object.count == 1, object.keys[0] == choice.name else { return false }
            return fits(expansion.part(choice.name, cursor), object.values[0])
        default: return false
        }
    }

    private func fits(_ part: (child: Child, name: String, cursor: RedactionCursor)?, _ form: Value) -> Bool {
        part.map { fits($0.child, $0.cursor, form) } ?? false
    }

    /// Whether the members of an object are those that are written; one that is null may be left out.
    private func fits(
        _ members: [Member], _ expansion: Expansion, _ cursor: RedactionCursor, _ object: Value.Object
    ) -> Bool {
        // As many as are written, and those that are null.
        guard meter.spend(members.count) else { return false }
        let keys = Set(members.map(\.key))
        return object.allSatisfy { keys.contains($0.key) || $0.value == .null }
            && members.allSatisfy { fits(expansion.part($0.key, cursor), object[$0.key] ?? .null) }
    }

    private func fits(_ children: [Child], _ forms: [Value], _ cursor: RedactionCursor) -> Bool {
        children.indices.allSatisfy { index in
            let below = cursor.below(index)
            return fits(below.shown(children[index]), below, forms[index])
        }
    }

    /// Whether the elements of a set are those that are written, in whatever order.
    private func isSame(_ children: [Child], _ forms: [Value], _ cursor: RedactionCursor) -> Bool {
        var left = Array(children.enumerated())
        for form in forms {
            let place = left.firstIndex { index, child in
                let below = cursor.below(index)
                return fits(below.shown(child), below, form)
            }
            guard let place else { return false }
            left.remove(at: place)
        }
        return true
    }
}

extension Child {
    fileprivate var isDuration: Bool { typeName.prefix { $0 != "?" } == DurationText.typeName }
}

extension ConditionOperand {
    /// Whether it is a list or a set.
    fileprivate var isList: Bool {
        guard case .part(let child, _) = self else { return false }
        switch Expansion(child) {
        case .elements, .list, .set: return true
        default: return false
        }
    }
}

extension ConditionForm {
    /// Its value without a shape, as a label is read.
    fileprivate var untyped: Value { (try? Literal.parse(text)) ?? value }
}
