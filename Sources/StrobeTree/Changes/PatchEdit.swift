/// The changes that are being applied to one value, with what it takes to undo them.
struct PatchEdit {
    /// One step back, at a path that holds plain indices and keys.
    private enum Step {
        case replace(Path, Value)
        case remove(Path)
        case insert(Path, Value, place: Int)
    }

    private static let maxDepth = 512
    private var nodesLeft = 1 << 22
    private var undoSteps: [Step] = []

    static func missing(_ member: String, in change: Change) -> TreeError {
        TreeError(
            .inapplicableChange, "The \(change.op.rawValue) at \"\(change.path)\" lacks the member \"\(member)\".",
            path: change.path)
    }

    private static func absent(_ path: Path, _ op: Change.Operation) -> TreeError {
        TreeError(.inapplicableChange, "There is nothing at \"\(path)\" to \(op.rawValue).", path: path)
    }

    mutating func apply(_ change: Change, to root: inout Value, checksOld: Bool) throws(TreeError) {
        switch change.op {
        case .test:
            guard let value = change.value else { throw Self.missing("value", in: change) }
            guard let present = root.value(at: change.path) else { throw Self.absent(change.path, .test) }
            guard present.isEqual(to: value) else {
                throw TreeError(
                    .inapplicableChange, "The value at \"\(change.path)\" is not the one that the test expects.",
                    path: change.path)
            }
        case .add:
            guard let value = change.value else { throw Self.missing("value", in: change) }
            try add(value, at: change.path, to: &root)
        case .remove:
            if checksOld { try check(change, in: root) }
            _ = try remove(at: change.path, from: &root, for: .remove)
        case .replace:
            guard let value = change.value else { throw Self.missing("value", in: change) }
            if checksOld { try check(change, in: root) }
            try replace(at: change.path, with: value, in: &root)
        case .copy:
            guard let from = change.from else { throw Self.missing("from", in: change) }
            guard let value = root.value(at: from) else { throw Self.absent(from, .copy) }
            try add(value, at: change.path, to: &root)
        case .move:
            guard let from = change.from else { throw Self.missing("from", in: change) }
            if from == change.path {
                guard root.value(at: from) != nil else { throw Self.absent(from, .move) }
                return
            }
            guard !change.path.tokens.starts(with: from.tokens) else {
                throw TreeError(
                    .inapplicableChange, "\"\(from)\" cannot be moved into itself, to \"\(change.path)\".",
                    path: change.path)
            }
            let value = try remove(at: from, from: &root, for: .move)
            try add(value, at: change.path, to: &root)
        }
    }

    /// Takes back everything that was applied, the last step first.
    mutating func undo(in root: inout Value) {
        while let step = undoSteps.popLast() {
            switch step {
            case .replace(let path, let value):
                visit(path.tokens[...], in: &root) { target, _ in target = value }
            case .remove(let path):
                visit(path.tokens.dropLast(), in: &root) { parent, _ in
                    _ = Self.remove(path.tokens.last ?? "", from: &parent)
                }
            case .insert(let path, let value, let place):
                visit(path.tokens.dropLast(), in: &root) { parent, _ in
                    Self.insert(value, key: path.tokens.last ?? "", place: place, into: &parent)
                }
            }
        }
    }

    private func check(_ change: Change, in root: Value) throws(TreeError) {
        guard let old = change.old else { return }
        guard let present = root.value(at: change.path) else { throw Self.absent(change.path, change.op) }
        guard present.isEqual(to: old) else {
            throw TreeError(
                .inapplicableChange, "The value at \"\(change.path)\" is not the \"old\" of the change.",
                path: change.path)
        }
    }

    // MARK: The three basic edits

    private mutating func add(_ value: Value, at path: Path, to root: inout Value) throws(TreeError) {
        guard let last = path.tokens.last else {
            try replace(at: path, with: value, in: &root)
            return
        }
        try admit(value, at: path)
        var step: Step?
        let isThere = visit(path.tokens.dropLast(), in: &root) { parent, tokens in
            let place = Path(tokens + [last])
            switch parent {
            case .object(let object):
                if let old = object[last] {
                    step = .replace(place, old)
                } else {
                    step = .remove(place)
                }
            case .array(let elements):
                guard let index = last == "-" ? elements.count : Path.isIndex(last) ? Int(last) : nil,
                    index <= elements.count
                else { return }
                step = .remove(Path(tokens + [String(index)]))
            default: return
            }
            Self.put(value, last, into: &parent)
        }
        guard isThere else {
            throw TreeError(
                .inapplicableChange, "There is nothing at \"\(Path(path.tokens.dropLast()))\" to add to.", path: path)
        }
        guard let step else {
            throw TreeError(
                .inapplicableChange,
                "Nothing can be added at \"\(last)\" in \"\(Path(path.tokens.dropLast()))\": it is not an index up to the "
                    + "number of elements, or the value there is neither an array nor an object.", path: path)
        }
        undoSteps.append(step)
    }

    private mutating func replace(at path: Path, with value: Value, in root: inout Value) throws(TreeError) {
        try admit(value, at: path)
        var step: Step?
        visit(path.tokens[...], in: &root) { target, tokens in
            step = .replace(Path(tokens), target)
            target = value
        }
        guard let step else { throw Self.absent(path, .replace) }
        undoSteps.append(step)
    }

    private mutating func remove(
        at path: Path, from root: inout Value, for op: Change.Operation
    ) throws(TreeError) -> Value {
        guard let last = path.tokens.last else {
            throw TreeError(
                .inapplicableChange, "The root can be replaced, but not by \(op.rawValue).", path: path)
        }
        var removed: (token: String, value: Value, place: Int)?
        var place: Path?
        visit(path.tokens.dropLast(), in: &root) { parent, tokens in
            removed = Self.remove(last, from: &parent)
            place = removed.map { Path(tokens + [$0.token]) }
        }
        guard let removed, let place else { throw Self.absent(path, op) }
        undoSteps.append(.insert(place, removed.value, place: removed.place))
        return removed.value
    }

    /// Refuses a value that would make the tree too deep to walk, or whose copies would fill the memory.
    private mutating func admit(_ value: Value, at path: Path) throws(TreeError) {
        guard path.tokens.count < Self.maxDepth,
            Self.fits(value, depth: Self.maxDepth - path.tokens.count, nodesLeft: &nodesLeft)
        else {
            throw TreeError(
                .tooLarge, "The change at \"\(path)\" results in a value that is too deep or too large.", path: path)
        }
    }

    private static func fits(_ value: Value, depth: Int, nodesLeft: inout Int) -> Bool {
        nodesLeft -= 1
        guard depth > 0, nodesLeft >= 0 else { return false }
        switch value {
        case .array(let elements):
            for element in elements where !fits(element, depth: depth - 1, nodesLeft: &nodesLeft) { return false }
        case .object(let object):
            for element in object.values where !fits(element, depth: depth - 1, nodesLeft: &nodesLeft) { return false }
        default: break
        }
        return true
    }

    // MARK: In place

    /// Calls a closure with the value at a path, in place, and with the path's tokens, ids replaced by indices.
    ///
    /// Each level's payload is taken out of its value and put back, so that it is not shared while it changes.
    @discardableResult
    private func visit(
        _ tokens: ArraySlice<String>, in value: inout Value, _ found: [String] = [],
        _ body: (inout Value, [String]) -> Void
    ) -> Bool {
        guard let token = tokens.first else {
            body(&value, found)
            return true
        }
        if var object = value.takeObject() {
            defer { value = .object(object) }
            guard let place = object.index(of: token) else { return false }
            var isThere = false
            object.update(at: place) { child in
                isThere = visit(tokens.dropFirst(), in: &child, found + [token], body)
            }
            return isThere
        }
        if var elements = value.takeArray() {
            defer { value = .array(elements) }
            guard let index = Value.index(of: token, in: elements) else { return false }
            return visit(tokens.dropFirst(), in: &elements[index], found + [String(index)], body)
        }
        return false
    }

    /// Adds an element or member, or replaces a member.
    private static func put(_ value: Value, _ token: String, into parent: inout Value) {
        if var object = parent.takeObject() {
            object[token] = value
            parent = .object(object)
        } else if var elements = parent.takeArray() {
            elements.insert(value, at: token == "-" ? elements.count : Int(token) ?? elements.count)
            parent = .array(elements)
        }
    }

    private static func remove(
        _ token: String, from parent: inout Value
    ) -> (token: String, value: Value, place: Int)? {
        if var object = parent.takeObject() {
            defer { parent = .object(object) }
            guard let place = object.index(of: token), let removed = object.removeValue(forKey: token) else {
                return nil
            }
            return (token, removed, place)
        }
        if var elements = parent.takeArray() {
            defer { parent = .array(elements) }
            guard let index = Value.index(of: token, in: elements) else { return nil }
            return (String(index), elements.remove(at: index), index)
        }
        return nil
    }

    private static func insert(_ value: Value, key: String, place: Int, into parent: inout Value) {
        if var object = parent.takeObject() {
            object.insert(value, forKey: key, at: place)
            parent = .object(object)
        } else if var elements = parent.takeArray() {
            elements.insert(value, at: place)
            parent = .array(elements)
        }
    }
}

extension Value {
    /// Moves the elements out of an array and leaves `null`, so that there is one reference to them alone.
    fileprivate mutating func takeArray() -> [Value]? {
        guard case .array(let elements) = self else { return nil }
        self = .null
        return elements
    }

    /// Moves the members out of an object and leaves `null`, so that there is one reference to them alone.
    fileprivate mutating func takeObject() -> Object? {
        guard case .object(let object) = self else { return nil }
        self = .null
        return object
    }
}
