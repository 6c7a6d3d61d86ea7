internal import StrobeTree

/// Makes the form of a value while it encodes itself, in one pass.
///
/// Where a value does something that the form cannot be made of in this order, it gives up: containers that are used
/// after others were opened, used again or kept, mutable objects, repeated keys, errors. `ValueBuilder` then makes the
/// form level by level, and only its result is seen. A container names the level it belongs to by a number that is
/// never used again, so that one that is used too late finds that out.
///
/// A class because containers write back here; it never leaves the thread that encodes.
final class DirectEncoder {
    /// What a value has asked for.
    enum Content {
        case nothing, single, keyed, unkeyed
    }

    /// A value that is encoding itself, or a container in it.
    private struct Level {
        let number: Int
        /// Whether `nestedContainer` made it: then it ends when something else is written.
        let isNested: Bool
        let isEnum: Bool
        var content = Content.nothing
        var keys: KnownKeys?
        let firstValue: Int
        let firstKey: Int
        var requests = 0
        /// Whether its only member is the case of an enum, already in its form.
        var isChoice = false
    }

    /// It is thrown through the code of values, which may catch it; so what counts is `hasGivenUp`.
    private struct GivenUp: Error {}

    @exclusivity(unchecked) private(set) var hasGivenUp = false
    @exclusivity(unchecked) private(set) var nodes = 0
    @exclusivity(unchecked) private(set) var bytes = 0
    @exclusivity(unchecked) private var depth = 0
    @exclusivity(unchecked) private var levels: [Level] = []
    @exclusivity(unchecked) private var lastNumber = 0
    @exclusivity(unchecked) private var keys: [String] = []
    @exclusivity(unchecked) private var values = ValueStack()
    @exclusivity(unchecked) private var limits = TreeLimits.default
    @exclusivity(unchecked) private var plans = PlanTable<TypePlan>()
    @exclusivity(unchecked) private var knownKeys = PlanTable<KnownKeys>()
    /// The keys of the objects that hold the payload of a case, by its name.
    @exclusivity(unchecked) private var choices: [String: (name: String, shape: Value.Shape)] = [:]
    /// What is hidden: where a name may be, the encoder gives up.
    let cursor: RedactionCursor

    private static let mostLevels = 100
    private static let mostRequests = 100

    init(_ cursor: RedactionCursor) {
        self.cursor = cursor
    }

    /// Whether it takes little memory between two values.
    var isSmall: Bool { max(values.capacity, keys.capacity, levels.capacity, choices.count) <= 4_096 }

    /// The form of a value; `nil` if it has to be made level by level.
    func form(of value: some Encodable, within limits: TreeLimits) -> Value? {
        (nodes, bytes, depth, hasGivenUp) = (0, 0, 0, false)
        self.limits = limits
        defer {
            values.removeAll()
            keys.removeAll(keepingCapacity: true)
            levels.removeAll(keepingCapacity: true)
        }
        do {
            try add(value)
        } catch {
            return nil
        }
        guard !hasGivenUp, values.count == 1, nodes <= limits.maxNodes, bytes <= limits.maxBytes else { return nil }
        return values.removeLast()
    }

    func giveUp() -> any Error {
        hasGivenUp = true
        return GivenUp()
    }

    // MARK: Values

    /// Adds a value, which encodes itself if it must.
    func add<T: Encodable>(_ value: T) throws {
        let plan = plans.entry(for: T.self) { TypePlan(of: value) }
        switch plan.kind {
        case .leaf:
            guard let leaf = Leaf.value(of: value) else { return try encode(value, plan) }
            try add(leaf: leaf)
        case .form(let form): try withUnsafePointer(to: value) { try form.add(UnsafeRawPointer($0), to: self) }
        case .own: try encode(value, plan)
        case .special: throw giveUp()
        }
    }

    @inline(__always)
    func add(leaf: Value) throws {
        if case .string(let text) = leaf { bytes &+= text.utf8.count }
        nodes &+= 1
        if nodes > limits.maxNodes { throw giveUp() }
        values.append(leaf)
    }

    private func encode<T: Encodable>(_ value: T, _ plan: TypePlan) throws {
        try descend()
        let number = open(isNested: false, isEnum: plan.isEnum)
        try value.encode(to: DirectLevel(encoder: self, number: number))
        if hasGivenUp { throw GivenUp() }
        while let top = levels.last, top.number != number { try endNested(endsOuter: true) }
        try end()
        depth &-= 1
    }

    private func descend() throws {
        depth &+= 1
        if depth >= min(Self.mostLevels, limits.maxDepth) { throw giveUp() }
    }

    /// Adds the elements of a list, by their places: a collection of a type that is not known looks its types up for each.
    func add<T: Encodable>(elements: UnsafeBufferPointer<T>) throws {
        try descend()
        let first = values.count
        if let start = elements.baseAddress {
            let count = elements.count
            if T.self == String.self {
                let texts = UnsafeRawPointer(start).assumingMemoryBound(to: String.self)
                for index in 0..<count { try add(leaf: .string(texts[index])) }
            } else {
                for index in 0..<count { try add(start[index]) }
            }
        }
        nodes &+= 1
        values.collect(from: first)
        depth &-= 1
    }

    /// Adds what an optional has in it.
    func add<T: Encodable>(wrapped value: T, mayBeNull: Bool) throws {
        try add(value)
        // It would read as `nil`, or as the form that keeps it from that.
        switch values.last {
        case .null?: throw giveUp()
        case .object(let object)? where mayBeNull && object.count == 1 && object.index(of: "some") != nil:
            throw giveUp()
        default: break
        }
    }

    func add(set: some SetForm) throws {
        try descend()
        // What is too large in the end is not sorted for that.
        if set.childCount > limits.maxNodes &- nodes { throw giveUp() }
        let first = values.count
        for child in set.sortedChildren(cursor) { try add(child) }
        nodes &+= 1
        values.collect(from: first)
        depth &-= 1
    }

    func add(dictionary: some DictionaryForm) throws {
        try descend()
        if dictionary.childCount > limits.maxNodes &- nodes { throw giveUp() }
        let first = values.count
        var names: [String] = []
        names.reserveCapacity(min(dictionary.childCount, 1_024))
        for member in dictionary.sortedMembers() {
            if cursor.mayHide(named: member.key) { throw giveUp() }
            names.append(member.key)
            bytes &+= member.key.utf8.count
            try add(member.child)
        }
        nodes &+= 1
        guard let shape = Value.Shape(distinct: names) else { throw giveUp() }
        values.collect(from: first, as: shape)
        depth &-= 1
    }

    private func add(_ child: Child) throws {
        switch child {
        // A `Value` with others in it may have names that are hidden.
        case .leaf(let leaf, _) where !leaf.isContainer: try add(leaf: leaf)
        case .encodable(let value): try add(value)
        case .leaf, .nested, .shaped, .plain, .redacted: throw giveUp()
        }
    }

    // MARK: Levels

    private func open(isNested: Bool, isEnum: Bool) -> Int {
        lastNumber &+= 1
        levels.append(
            Level(
                number: lastNumber, isNested: isNested, isEnum: isEnum, firstValue: values.count, firstKey: keys.count))
        return lastNumber
    }

    /// Notes what a value asks for.
    func request(_ content: Content, of number: Int, keys: (any CodingKey.Type)? = nil) {
        guard let index = levels.lastIndex(where: { $0.number == number || !$0.isNested }),
            levels[index].number == number, levels[index].content == .nothing || levels[index].content == content,
            levels[index].requests < Self.mostRequests
        else {
            hasGivenUp = true
            return
        }
        levels[index].requests += 1
        levels[index].content = content
        if let keys, levels[index].keys == nil { levels[index].keys = knownKeys.entry(for: keys) { KnownKeys() } }
    }

    /// Makes a level the innermost one.
    @inline(__always)
    private func returnTo(_ number: Int) throws {
        if hasGivenUp { throw GivenUp() }
        if levels.last?.number != number { try endInner(upTo: number) }
    }

    private func endInner(upTo number: Int) throws {
        while let top = levels.last, top.number != number {
            guard top.isNested else { throw giveUp() }
            try endNested(endsOuter: false)
        }
        if levels.isEmpty { throw giveUp() }
    }

    /// Begins a member.
    @inline(__always)
    func key(_ key: String, in number: Int) throws {
        try returnTo(number)
        bytes &+= key.utf8.count
        keys.append(key)
    }

    /// Begins an element.
    @inline(__always)
    func element(in number: Int) throws { try returnTo(number) }

    /// Begins the only value of a level.
    func single(in number: Int) throws {
        try returnTo(number)
        guard let level = levels.last, level.content == .single, level.firstValue == values.count else {
            throw giveUp()
        }
    }

    /// The number of elements of a level.
    func count(in number: Int) -> Int {
        guard let index = levels.lastIndex(where: { $0.number == number || !$0.isNested }),
            levels[index].number == number
        else {
            hasGivenUp = true
            return 0
        }
        // An element that is still open counts.
        let end = index + 1 < levels.count ? levels[index + 1].firstValue + 1 : values.count
        return end - levels[index].firstValue
    }

    /// Opens a container in a member or element that has begun.
    func nest() -> Int {
        // There is no way to throw from here.
        try? descend()
        return open(isNested: true, isEnum: false)
    }

    /// Ends the innermost level, with its value in its place.
    private func end() throws {
        guard let level = levels.popLast() else { throw giveUp() }
        switch level.content {
        case .single where level.firstValue < values.count: break
        case .nothing, .single:
            nodes &+= 1
            values.append(.object(Value.Object()))
        case .unkeyed:
            nodes &+= 1
            values.collect(from: level.firstValue)
        case .keyed where level.isChoice: keys.removeLast()
        case .keyed: try endObject(level)
        }
    }

    private func endObject(_ level: Level) throws {
        nodes &+= 1
        guard let known = level.keys, let shape = known.shape(for: keys[level.firstKey...], cursor),
            values.count - level.firstValue == keys.count - level.firstKey
        else { throw giveUp() }
        keys.removeLast(keys.count - level.firstKey)
        values.collect(from: level.firstValue, as: shape)
    }

    /// Ends the innermost level, which is a container in another.
    ///
    /// - Parameter endsOuter: Whether the other ends with it: then it may be the payload of a case.
    private func endNested(endsOuter: Bool) throws {
        let outer = levels.count - 2
        guard outer >= 0, let level = levels.last, level.isNested else { throw giveUp() }
        depth &-= 1
        guard endsOuter, levels[outer].isEnum, levels[outer].content == .keyed, level.content == .keyed,
            level.firstKey - levels[outer].firstKey == 1
        else { return try end() }
        let name = keys[levels[outer].firstKey]
        nodes &+= 1
        levels[outer].isChoice = true
        guard keys.count > level.firstKey else {
            levels.removeLast()
            return values.append(.string(name))
        }
        guard let shape = try choice(name) else { throw giveUp() }
        if keys.count - level.firstKey == 1, keys[level.firstKey] == "_0" {
            guard values.count - level.firstValue == 1 else { throw giveUp() }
            levels.removeLast()
            // The key is not in the form.
            bytes &-= keys.removeLast().utf8.count
            // Foundation writes a single payload as `{"_0": ...}`: one that looks like that itself is wrapped.
            if case .object(let object)? = values.last, object.count == 1, object.index(of: "_0") != nil,
                let wrapping = Value.Shape(distinct: ["_0"])
            {
                values.collect(from: level.firstValue, as: wrapping)
            }
        } else {
            try end()
        }
        values.collect(from: level.firstValue, as: shape)
    }

    private func choice(_ name: String) throws -> Value.Shape? {
        // By bytes, as other keys.
        if let known = choices[name], known.name.utf8.elementsEqual(name.utf8) { return known.shape }
        if cursor.mayHide(named: name) { throw giveUp() }
        guard let shape = Value.Shape(distinct: [name]) else { return nil }
        choices[name] = (name, shape)
        return shape
    }
}
