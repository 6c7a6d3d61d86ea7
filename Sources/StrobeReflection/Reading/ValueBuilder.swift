internal import StrobeTree

/// Makes the forms of values that need not be expanded level by level.
protocol QuickForms {
    /// The form of a value; `nil` if it has to be expanded.
    ///
    /// - Parameter limits: What is left of the limits.
    mutating func form(of value: any Encodable, within limits: TreeLimits) -> QuickForm?
}

/// The form of a value, and how much of the limits it takes.
struct QuickForm {
    let value: Value
    let nodes: Int
    let bytes: Int
}

/// Makes the form of a value by expanding it level by level.
struct ValueBuilder {
    /// What happens where a value has no lawful form.
    enum Mode {
        /// An error is thrown.
        case strict
        /// An error is thrown, but for an object that can change, which is shown by its type.
        case shown
        /// A text in its place says what there is.
        case lenient
    }

    /// What is written instead of a hidden value.
    enum Substitute {
        case placeholder
        /// A text that represents the form of the hidden value, which is kept.
        case mark(prefix: String)
        /// The form of the hidden value, which counts as much as its placeholder.
        case itself
    }

    private enum Token {
        case key(String)
        case index(Int)
    }

    let mode: Mode
    let limits: TreeLimits
    private let opensObjects: Bool
    private let substitute: Substitute
    /// The forms of what is hidden, by their marks.
    private(set) var hidden: [String: Value] = [:]
    private var cursor: RedactionCursor
    private let meter: WorkMeter?
    /// What makes forms more quickly, where that is possible.
    private var quick: (any QuickForms)?
    private var nodes = 0
    private var bytes = 0
    private var path: [Token] = []
    /// The class instances on the way from the root, to find cycles.
    private var instances: [ObjectIdentifier] = []

    init(
        mode: Mode, limits: TreeLimits = .default, opensObjects: Bool = false,
        cursor: RedactionCursor = .none, meter: WorkMeter? = nil, writing substitute: Substitute = .placeholder,
        quick: (any QuickForms)? = nil
    ) {
        self.meter = meter
        self.mode = mode
        self.opensObjects = opensObjects
        self.substitute = substitute
        self.cursor = cursor
        self.limits = limits
        self.quick = quick
    }

    /// The form of a part, with a text if there is none.
    mutating func form(of child: Child) -> Value {
        let cursor = cursor
        do {
            return try value(of: child)
        } catch {
            self.cursor = cursor
            path.removeAll()
            instances.removeAll()
            return .string("<\(error.message)>")
        }
    }

    mutating func value(of child: Child) throws(TreeError) -> Value {
        try value(of: cursor.shown(child), hiding: child)
    }

    /// - Parameters:
    ///   - child: A part as it is shown.
    ///   - real: The same as it is.
    private mutating func value(of child: Child, hiding real: Child) throws(TreeError) -> Value {
        switch child {
        case .redacted(let leaf, _, _):
            try count(leaf)
            return try self.substitute(for: real, shown: leaf)
        case .leaf(let leaf, _) where !cursor.isActive || !leaf.isContainer:
            try count(leaf)
            return leaf
        default: break
        }
        if case .shaped(let part) = child, !cursor.isActive {
            try count(all: part.value, depth: limits.maxDepth - path.count)
            return part.value
        }
        guard path.count < limits.maxDepth else {
            return try irregular(
                .tooLarge, "The value is nested deeper than \(limits.maxDepth) levels. Request a part of it.")
        }
        if case .encodable(let value) = child, let form = quickForm(of: value) { return form }
        let instance = child.instance
        if let instance {
            if let index = instances.firstIndex(of: instance) {
                return try irregular(
                    .unencodable, "a reference cycle: the object refers to itself over \(instances.count - index) steps"
                )
            }
            instances.append(instance)
        }
        let result = try value(of: Expansion(child, opensObjects: opensObjects), in: child)
        if instance != nil { instances.removeLast() }
        return result
    }

    private mutating func quickForm(of value: any Encodable) -> Value? {
        // Limits are never 0.
        guard path.count < limits.maxDepth, nodes < limits.maxNodes, bytes < limits.maxBytes else { return nil }
        let rest = TreeLimits(
            maxDepth: limits.maxDepth - path.count, maxNodes: limits.maxNodes - nodes, maxBytes: limits.maxBytes - bytes
        )
        guard let form = quick?.form(of: value, within: rest) else { return nil }
        nodes += form.nodes
        bytes += form.bytes
        return form.value
    }

    private mutating func value(of expansion: Expansion, in child: Child) throws(TreeError) -> Value {
        switch expansion {
        case .leaf(let leaf), .raw(let leaf, _):
            try count(leaf)
            return leaf
        case .members(let members): return .object(try object(members))
        case .dictionary(let dictionary):
            try checkSize(with: dictionary.childCount)
            return .object(try object(dictionary.sortedMembers(), distinct: true))
        case .elements(let children): return try array(children)
        case .set(let set):
            // What is too large in the end is not sorted for that.
            try checkSize(with: set.childCount)
            return try array(set.sortedChildren(cursor))
        case .list(let list):
            try count()
            let count = list.childCount
            var array: [Value] = []
            array.reserveCapacity(min(count, limits.maxNodes))
            for index in 0..<count {
                array.append(try value(of: list.child(at: index), index))
            }
            return .array(array)
        case .choice(let choice): return try value(of: choice)
        case .object(let type):
            guard mode == .strict else { return try shown(type) }
            return try irregular(
                .unencodable, "\(type) is a mutable object, which is not read while the program runs")
        case .opaque(let type):
            guard mode == .lenient else { return try irregular(.unencodable, "\(type) cannot be written as JSON") }
            return try shown(type)
        case .failure(let words):
            let message = cursor.reported(words, of: child)
            let type = child.type.map(TypeName.of) ?? "a nested container"
            return try irregular(.unencodable, "\(type) could not be encoded: \(message)")
        }
    }

    private mutating func value(of choice: Expansion.Choice) throws(TreeError) -> Value {
        if choice.payload.isEmpty {
            try count(.string(choice.name))
            return .string(choice.name)
        }
        try count(.string(choice.name))
        path.append(.key(choice.name))
        let outer = cursor.enter(choice.name)
        defer {
            cursor.leave(to: outer)
            path.removeLast()
        }
        var payload: Value
        if choice.isBare {
            payload = try value(of: choice.payload[0].child)
            // Foundation writes a single payload as `{"_0": ...}`: one that looks like that itself is wrapped.
            if case .object(let object) = payload, object.count == 1, object["_0"] != nil {
                payload = .object(["_0": payload])
            }
        } else {
            payload = .object(try object(choice.payload, under: cursor))
        }
        return .object([choice.name: payload])
    }

    private mutating func array(_ children: [Child]) throws(TreeError) -> Value {
        try count()
        var array: [Value] = []
        array.reserveCapacity(children.count)
        for (index, child) in children.enumerated() {
            array.append(try value(of: child, index))
        }
        return .array(array)
    }

    @inline(__always)
    private mutating func value(of child: Child, _ index: Int) throws(TreeError) -> Value {
        path.append(.index(index))
        let outer = cursor.enter(index)
        let value = try value(of: child)
        cursor.leave(to: outer)
        path.removeLast()
        return value
    }

    /// - Parameter payload: The cursor over the case whose payload it is, which hides what has no label of its own.
    private mutating func object(
        _ members: [Member], distinct: Bool = false, under payload: RedactionCursor = .none
    ) throws(TreeError) -> Value.Object {
        try count()
        let shown = payload.shown(payload: members)
        var object = Value.Object()
        object.reserveCapacity(members.count)
        for (index, member) in members.enumerated() {
            bytes += member.key.utf8.count
            path.append(.key(member.key))
            let outer = cursor.enter(member.key)
            if distinct, object[member.key] != nil {
                object[member.key] = try irregular(.unencodable, "two keys of the dictionary have the same form")
            } else {
                object[member.key] = try value(of: cursor.shown(shown[index].child), hiding: member.child)
            }
            cursor.leave(to: outer)
            path.removeLast()
        }
        return object
    }

    /// Writes a substitute for a hidden part.
    private mutating func substitute(for real: Child, shown: Value) throws(TreeError) -> Value {
        if case .placeholder = substitute { return shown }
        var whole = ValueBuilder(mode: mode, limits: .unlimited)
        let form: Value
        do {
            form = try whole.value(of: real)
        } catch {
            throw TreeError(error.code, "the hidden value there cannot be written as JSON", path: place)
        }
        guard case .mark(let prefix) = substitute else { return form }
        let mark = "\(prefix)\(hidden.count)"
        hidden[mark] = form
        return .string(mark)
    }

    private mutating func count(_ leaf: Value = .null) throws(TreeError) {
        nodes += 1
        if let meter, !meter.spend(WorkMeter.node) { try meter.check() }
        if case .string(let text) = leaf { bytes += text.utf8.count }
        try checkSize()
    }

    /// - Parameter more: How many nodes there are to be, beside those that were counted.
    private func checkSize(with more: Int = 0) throws(TreeError) {
        guard more <= limits.maxNodes - nodes, bytes <= limits.maxBytes else {
            throw TreeError(
                .tooLarge,
                "The value has more than \(more > limits.maxNodes - nodes ? "\(limits.maxNodes) nodes" : "\(limits.maxBytes) bytes")"
                    + ". Request a part of it.",
                path: place)
        }
    }

    /// Counts a value that is in its form already.
    private mutating func count(all value: Value, depth: Int) throws(TreeError) {
        guard depth >= 0 else {
            throw TreeError(
                .tooLarge, "The value is nested deeper than \(limits.maxDepth) levels. Request a part of it.",
                path: place)
        }
        try count(value)
        switch value {
        case .array(let elements): for element in elements { try count(all: element, depth: depth - 1) }
        case .object(let object):
            for (key, value) in object {
                bytes += key.utf8.count
                try count(all: value, depth: depth - 1)
            }
        default: break
        }
    }

    /// What replaces a value that is not looked into.
    private mutating func shown(_ type: String) throws(TreeError) -> Value {
        let value = Value.string("<\(type)>")
        try count(value)
        return value
    }

    private func irregular(_ code: TreeError.Code, _ message: String) throws(TreeError) -> Value {
        guard mode != .lenient else { return .string("<\(message)>") }
        throw TreeError(code, message, path: place)
    }

    private var place: Path {
        Path(
            path.map { token in
                switch token {
                case .key(let key): key
                case .index(let index): String(index)
                }
            })
    }
}

extension TreeLimits {
    /// What is in memory may be written, but for what has no end.
    fileprivate static let unlimited = TreeLimits(maxNodes: .max, maxBytes: .max)
}

extension Child {
    /// The identity of a class instance, or of the one in an optional; `nil` for other values.
    var instance: ObjectIdentifier? {
        switch self {
        case .leaf, .nested, .shaped, .redacted: nil
        case .encodable(let value): Self.instance(of: value)
        case .plain(let value): Self.instance(of: value)
        }
    }

    private static func instance(of value: Any) -> ObjectIdentifier? {
        let type = Swift.type(of: value)
        if type is AnyClass { return ObjectIdentifier(value as AnyObject) }
        guard TypeFacts.form(of: type) == .optional, let optional = value as? any OptionalForm else { return nil }
        return optional.wrappedChild?.instance
    }
}
