internal import StrobeTree

/// One walk over two values.
struct Comparison {
    private(set) var changes: [Change] = []
    private let limits: TreeLimits
    private var path: Path
    private let base: Int
    private var budget: Int
    /// Whether only the first difference matters.
    private let stopsAtFirst: Bool
    private var cursor: RedactionCursor
    private let marksIncomparable: Bool
    private let meter: WorkMeter?

    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    init(
        limits: TreeLimits, path: Path, stopsAtFirst: Bool = false, cursor: RedactionCursor = .none,
        marksIncomparable: Bool = false,
        meter: WorkMeter? = nil
    ) {
        self.marksIncomparable = marksIncomparable
        self.cursor = cursor
        self.meter = meter
        self.limits = limits
        self.path = path
        base = path.tokens.count
        budget = limits.maxNodes
        self.stopsAtFirst = stopsAtFirst
    }

    private var isDone: Bool { stopsAtFirst && changes.last?.isIncomparable == false || meter?.isOver ?? false }

    mutating func compare(_ old: Child, _ new: Child) {
        if !Self.haveEqualBits(old, new) { expand(old, new) }
    }

    private mutating func expand(_ old: Child, _ new: Child) {
        if isDone { return }
        let (old, new) = (cursor.shown(old), cursor.shown(new))
        switch (old, new) {
        case (.leaf, .leaf), (.nested, .nested), (.shaped, .shaped), (.redacted, .redacted): break
        case (.encodable(let x), .encodable(let y)): if type(of: x) != type(of: y) { return replace(old, new) }
        case (.plain(let x), .plain(let y)): if type(of: x) != type(of: y) { return replace(old, new) }
        default: return replace(old, new)
        }
        budget -= 1
        guard meter?.spend(WorkMeter.node) ?? true else { return }
        guard budget > 0, path.tokens.count - base < limits.maxDepth else { return replace(old, new) }
        compare(Expansion(old), Expansion(new), old, new)
    }

    /// Whether two parts are the same without looking into them.
    private static func haveEqualBits(_ old: Child, _ new: Child) -> Bool {
        switch (old, new) {
        case (.leaf(let x, _), .leaf(let y, _)), (.redacted(let x, _, _), .redacted(let y, _, _)): x.isIdentical(to: y)
        case (.encodable(let x), .encodable(let y)): Bits.areEqual(x, y)
        case (.plain(let x), .plain(let y)): Bits.areEqual(x, y)
        case (.shaped(let x), .shaped(let y)): Bits.areIdentical(x.value, y.value)
        default: false
        }
    }

    private mutating func compare(_ x: Expansion, _ y: Expansion, _ old: Child, _ new: Child) {
        switch (x, y) {
        case (.leaf(let a), .leaf(let b)), (.raw(let a, _), .raw(let b, _)):
            if !a.isIdentical(to: b) { replace(old, new) }
        case (.members(let a), .members(let b)): compare(a, b)
        case (.list(let a), .list(let b)): compare(a, b, old, new)
        case (.elements(let a), .elements(let b)): compare(a, b)
        case (.dictionary(let a), .dictionary(let b)): compare(a, b, old, new)
        case (.set(let a), .set(let b)):
            guard meter?.spend(sorting: a.childCount + b.childCount) ?? true else { return }
            guard let delta = b.delta(from: a, cursor, meter) else { return replace(old, new) }
            let before = a.sortedChildren(cursor)
            let after = b.sortedChildren(cursor)
            apply(delta, { before[$0] }, { after[$0] })
        case (.choice(let a), .choice(let b)): compare(a, b, old, new)
        // Two objects that are not looked into, and two closures, cannot be compared.
        case (.object(let a), .object(let b)) where a == b: markIncomparable(old, new)
        case (.opaque(let a), .opaque(let b)) where a == b: markIncomparable(old, new)
        case (.failure(let a), .failure(let b)) where a == b: break
        default: replace(old, new)
        }
    }

    private mutating func compare(_ old: [Member], _ new: [Member]) {
        if old.count == new.count, old.indices.allSatisfy({ old[$0].key == new[$0].key }) {
            for index in old.indices where !Self.haveEqualBits(old[index].child, new[index].child) {
                descend(new[index].key) { $0.expand(old[index].child, new[index].child) }
            }
            return
        }
        let before = Dictionary(old.map { ($0.key, $0.child) }, uniquingKeysWith: { _, last in last })
        let after = Dictionary(new.map { ($0.key, $0.child) }, uniquingKeysWith: { _, last in last })
        for member in old where after[member.key] == nil { descend(member.key) { $0.remove(member.child) } }
        for member in new {
            descend(member.key) { walk in
                if let child = before[member.key] { walk.compare(child, member.child) } else { walk.add(member.child) }
            }
        }
    }

    private mutating func compare(
        _ old: Expansion.Choice, _ new: Expansion.Choice, _ oldChild: Child, _ newChild: Child
    ) {
        guard old.name == new.name, old.payload.isEmpty == new.payload.isEmpty else {
            return replace(oldChild, newChild)
        }
        if old.payload.isEmpty { return }
        let before = old.form
        let after = new.form
        descend(new.name) { $0.compare(before, after) }
    }

    private mutating func compare(_ old: any DictionaryForm, _ new: any DictionaryForm, _ x: Child, _ y: Child) {
        for trustsEquality in [true, false] {
            guard meter?.spend(old.childCount + new.childCount) ?? true else { return }
            guard let delta = new.delta(from: old, trustsEquality: trustsEquality, meter) else { return replace(x, y) }
            let mark = changes.count
            for pair in delta.doubtful { descend(pair.key) { $0.compare(pair.old, pair.new) } }
            if changes.count > mark {
                changes.removeSubrange(mark...)
                continue
            }
            for member in delta.removed { descend(member.key) { $0.remove(member.child) } }
            for member in delta.added { descend(member.key) { $0.add(member.child) } }
            for pair in delta.changed { descend(pair.key) { $0.compare(pair.old, pair.new) } }
            return
        }
    }

    private mutating func compare(_ old: any ListForm, _ new: any ListForm, _ x: Child, _ y: Child) {
        let (limits, meter, below) = (limits, meter, cursor.below(0))
        for trustsEquality in [true, false] {
            guard meter?.spend(old.childCount + new.childCount) ?? true else { return }
            let delta = new.delta(from: old, trustsEquality: trustsEquality, below, meter) {
                Self.areSame($0, $1, limits, below, meter)
            }
            guard let delta else { return replace(x, y) }
            // An `==` that skips what has changed here is not asked again.
            let mark = changes.count
            for pair in delta.doubtful {
                descend(pair.new) { $0.compare(old.child(at: pair.old), new.child(at: pair.new)) }
            }
            if changes.count > mark {
                changes.removeSubrange(mark...)
                continue
            }
            return apply(delta, old.child, new.child)
        }
    }

    private mutating func compare(_ old: [Child], _ new: [Child]) {
        let (limits, meter, below) = (limits, meter, cursor.below(0))
        if old.count == new.count {
            for index in new.indices { descend(index) { $0.compare(old[index], new[index]) } }
            return
        }
        let alignment = ListAlignment(oldCount: old.count, newCount: new.count, meter: meter) { i, j in
            Self.areSame(old[i], new[j], limits, below, meter)
        }
        apply(alignment.delta(), { old[$0] }, { new[$0] })
    }

    private mutating func apply(_ delta: ListDelta, _ old: (Int) -> Child, _ new: (Int) -> Child) {
        for step in delta.steps where !isDone {
            switch step {
            case .remove(let index, let source): descend(index) { $0.remove(old(source)) }
            case .add(let index, let source): descend(index) { $0.add(new(source)) }
            case .move(let from, let to):
                changes.append(Change(.move, path.appending(to), from: path.appending(from)))
            }
        }
        for pair in delta.pairs where !isDone { descend(pair.new) { $0.compare(old(pair.old), new(pair.new)) } }
    }

    private mutating func descend(_ token: String, _ body: (inout Comparison) -> Void) {
        if isDone { return }
        path.tokens.append(token)
        let outer = cursor.enter(token)
        body(&self)
        cursor.leave(to: outer)
        path.tokens.removeLast()
    }

    private mutating func descend(_ index: Int, _ body: (inout Comparison) -> Void) {
        if isDone { return }
        path.tokens.append(String(index))
        let outer = cursor.enter(index)
        body(&self)
        cursor.leave(to: outer)
        path.tokens.removeLast()
    }

    private mutating func replace(_ old: Child, _ new: Child) {
        let before = form(of: old)
        let after = form(of: new)
        if before.isIdentical(to: after) { return }
        changes.append(Change(.replace, path, value: after, old: before))
    }

    /// Notes that the value here may have changed, though it is shown the same.
    private mutating func markIncomparable(_ old: Child, _ new: Child) {
        guard marksIncomparable else { return }
        var change = Change(.replace, path, value: form(of: new), old: form(of: old))
        change.isIncomparable = true
        changes.append(change)
    }

    private mutating func add(_ new: Child) {
        changes.append(Change(.add, path, value: form(of: new)))
    }

    private mutating func remove(_ old: Child) {
        changes.append(Change(.remove, path, old: form(of: old)))
    }

    private func form(of child: Child) -> Value {
        var builder = ValueBuilder(mode: .lenient, limits: limits, cursor: cursor, meter: meter)
        return builder.form(of: child)
    }

    /// Whether two parts show the same tree.
    static func areSame(
        _ old: Child, _ new: Child, _ limits: TreeLimits, _ cursor: RedactionCursor = .none, _ meter: WorkMeter? = nil
    ) -> Bool {
        var comparison = Comparison(limits: limits, path: .root, stopsAtFirst: true, cursor: cursor, meter: meter)
        comparison.compare(old, new)
        return comparison.changes.isEmpty
    }
}
