internal import StrobeTree

/// An optional, seen without its type.
protocol OptionalForm: OptionalType {
    /// The wrapped value; `nil` for `nil`.
    var wrappedChild: Child? { get }
}

extension Optional: OptionalForm {
    var wrappedChild: Child? { map { Child(any: $0) } }
}

/// An ordered collection with random access, seen without its type.
protocol ListForm {
    var childCount: Int { get }
    func child(at index: Int) -> Child
    /// What turns an older list into this one; `nil` if the types differ.
    ///
    /// - Parameters:
    ///   - cursor: What is hidden of the elements.
    ///   - meter: Counts the steps; the result counts only if its limit is not exceeded.
    ///   - deeplySame: Whether two elements show the same.
    func delta(
        from old: any ListForm, trustsEquality: Bool, _ cursor: RedactionCursor, _ meter: WorkMeter?,
        deeplySame: @escaping (Child, Child) -> Bool
    ) -> ListDelta?
}

extension ListForm where Self: RandomAccessCollection {
    func delta(
        from old: any ListForm, trustsEquality: Bool, _ cursor: RedactionCursor, _ meter: WorkMeter?,
        deeplySame: @escaping (Child, Child) -> Bool
    ) -> ListDelta? {
        guard let old = old as? Self else { return nil }
        return withContiguousStorageIfAvailable { new in
            old.withContiguousStorageIfAvailable { old in
                BufferComparison(
                    old: old, new: new, trustsEquality: trustsEquality, cursor: cursor, meter: meter,
                    deeplySame: deeplySame
                ).delta()
            }
        } ?? nil
    }

    var childCount: Int { count }
    func child(at index: Int) -> Child { Child(any: self[self.index(startIndex, offsetBy: index)]) }
}

/// A list whose elements can be distinguished by an id.
protocol IdentifiableListForm {
    /// The place of the first element whose id has a text.
    func index(ofID text: String) -> Int?
    /// Whether that calls no code which may read what the program is writing: the `id` of an object, or of what may hold one.
    static var hasReadableIDs: Bool { get }
}

extension Array: IdentifiableListForm where Element: Identifiable {
    func index(ofID text: String) -> Int? {
        firstIndex { KeyText.text(of: $0.id) == text }
    }

    static var hasReadableIDs: Bool { !MutablePart.mayBe(in: Element.self) }
}

extension Array: ListForm {}
extension ArraySlice: ListForm {}
extension ContiguousArray: ListForm {}

/// A set, seen without its type.
protocol SetForm {
    var childCount: Int { get }
    /// The elements in an order that depends on what is shown of them alone.
    ///
    /// - Parameters:
    ///   - cursor: What is hidden of the set.
    ///   - range: The positions of those that are wanted, all of them there.
    ///   - check: Called now and then; what it throws ends the sorting.
    func sortedChildren(_ cursor: RedactionCursor, in range: Range<Int>, check: () throws -> Void) rethrows -> [Child]
    /// The changes from the sorted elements of an older set to those of this one; `nil` if the types differ.
    ///
    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    func delta(from old: any SetForm, _ cursor: RedactionCursor, _ meter: WorkMeter?) -> ListDelta?
}

extension SetForm {
    /// All elements, as ``sortedChildren(_:in:check:)`` orders them.
    func sortedChildren(_ cursor: RedactionCursor) -> [Child] { sortedChildren(cursor, in: 0..<childCount) {} }
}

extension Set: SetForm {
    var childCount: Int { count }

    func sortedChildren(
        _ cursor: RedactionCursor, in range: Range<Int>, check: () throws -> Void
    ) rethrows -> [Child] {
        try sortedElements(cursor, in: range, check: check).map { Child(any: $0) }
    }

    private func sortedElements(
        _ cursor: RedactionCursor, in range: Range<Int>, check: () throws -> Void
    ) rethrows -> [Element] {
        let below = cursor.below(0)
        let isHidden = first.map { below.hides(Child(any: $0)) } ?? false
        if !isHidden, let sorted = try NaturalOrder.sorted(Array(self), in: range, check: check) { return sorted }
        var shown = ValueBuilder(mode: .lenient, cursor: below)
        guard below.mayHide(in: Element.self) else {
            return try FormOrder.sorted(self, in: range, check: check) { shown.form(of: Child(any: $0)) }
        }
        // Of those that are shown alike the order is not seen, and yet has to be one.
        var whole = ValueBuilder(mode: .lenient)
        return try FormOrder.sorted(self, in: range, check: check) { element in
            let child = Child(any: element)
            return .array([shown.form(of: child), whole.form(of: child)])
        }
    }

    func delta(from old: any SetForm, _ cursor: RedactionCursor, _ meter: WorkMeter?) -> ListDelta? {
        guard let old = old as? Self, !MutablePart.mayBe(in: Element.self) else { return nil }
        var delta = ListDelta()
        if old == self { return delta }
        let (before, after) = (
            old.sortedElements(cursor, in: 0..<old.count) {}, sortedElements(cursor, in: 0..<count) {}
        )
        if cursor.below(0).mayHide(in: Element.self) {
            // Which of them are equal must not be shown if a part of them is hidden.
            var builder = ValueBuilder(mode: .lenient, cursor: cursor.below(0))
            let shown = (
                before.map { builder.form(of: Child(any: $0)) }, after.map { builder.form(of: Child(any: $0)) }
            )
            return ListAlignment(oldCount: before.count, newCount: after.count, meter: meter) {
                shown.0[$0].isIdentical(to: shown.1[$1])
            }.delta()
        }
        var (oldForms, newForms) = (old.formsOfUnequal, formsOfUnequal)
        for (index, element) in before.enumerated().reversed()
        where meter.goesOn() && !contains(element) && !Self.take(element, from: &newForms) {
            delta.steps.append(.remove(at: index, old: index))
        }
        for (index, element) in after.enumerated()
        where meter.goesOn() && !old.contains(element) && !Self.take(element, from: &oldForms) {
            delta.steps.append(.add(at: index, new: index))
        }
        return delta
    }

    /// How often each form occurs of the elements that do not equal themselves, as NaN does not: those are the same where
    /// their forms are.
    private var formsOfUnequal: [StrobeTree.Value: Int] {
        var forms: [StrobeTree.Value: Int] = [:]
        for element in self where element != element { forms[Self.form(of: element), default: 0] += 1 }
        return forms
    }

    private static func take(_ element: Element, from forms: inout [StrobeTree.Value: Int]) -> Bool {
        guard element != element, let count = forms[form(of: element)], count > 0 else { return false }
        forms[form(of: element)] = count - 1
        return true
    }

    private static func form(of element: Element) -> StrobeTree.Value {
        var builder = ValueBuilder(mode: .lenient)
        return builder.form(of: Child(any: element))
    }
}

/// A dictionary, seen without its type.
protocol DictionaryForm {
    static var keyType: any Any.Type { get }
    var childCount: Int { get }
    /// The entries in an order that depends on the keys alone.
    ///
    /// - Parameters:
    ///   - range: The positions of those that are wanted, all of them there.
    ///   - check: Called now and then; what it throws ends the sorting.
    func sortedMembers(in range: Range<Int>, check: () throws -> Void) rethrows -> [Member]
    /// The entry whose key has a name.
    func child(named name: String) -> Child?
    /// The entries that are not the same as in an older dictionary; `nil` if the types differ.
    ///
    /// - Parameter meter: Counts the steps; the result counts only if its limit is not exceeded.
    func delta(from old: any DictionaryForm, trustsEquality: Bool, _ meter: WorkMeter?) -> DictionaryDelta?
}

extension DictionaryForm {
    /// All entries, as ``sortedMembers(in:check:)`` orders them.
    func sortedMembers() -> [Member] { sortedMembers(in: 0..<childCount) {} }
}

extension Dictionary: DictionaryForm {
    static var keyType: any Any.Type { Key.self }
    var childCount: Int { count }

    func child(named name: String) -> Child? {
        if let key = name as? Key { return self[key].map { Child(any: $0) } }
        if Key.self == Int.self { return (AnyKey(name).intValue as? Key).flatMap { self[$0] }.map { Child(any: $0) } }
        // The program's own conversion of a typed text is not tried.
        return first { KeyText.text(of: $0.key) == name }.map { Child(any: $0.value) }
    }

    func sortedMembers(in range: Range<Int>, check: () throws -> Void) rethrows -> [Member] {
        if let keys = try NaturalOrder.sorted(Array(keys), in: range, check: check) {
            return keys.compactMap { key in
                self[key].map { Member(key: KeyText.text(of: key), child: Child(any: $0)) }
            }
        }
        let named = lazy.map { (name: KeyText.text(of: $0.key), value: $0.value) }
        return try named.sorted(in: range, check: check) { $0.name < $1.name }
            .map { Member(key: $0.name, child: Child(any: $0.value)) }
    }

    func delta(from old: any DictionaryForm, trustsEquality: Bool, _ meter: WorkMeter?) -> DictionaryDelta? {
        guard let old = old as? Self, !MutablePart.mayBe(in: Key.self) else { return nil }
        var delta = DictionaryDelta()
        let sameness = BitEquality<Value>(trustsEquality: trustsEquality)
        // By name the places among the added ones of the keys that do not equal themselves, as NaN does not.
        var unequal: [String: [Int]] = [:]
        var kept: [Int] = []
        for (key, value) in self {
            guard meter.goesOn() else { return delta }
            guard let before = old[key] else {
                let name = KeyText.text(of: key)
                if key != key { unequal[name, default: []].append(delta.added.count) }
                delta.added.append(Member(key: name, child: Child(any: value)))
                continue
            }
            let verdict = withUnsafePointer(to: before) { x in
                withUnsafePointer(to: value) { y in sameness.verdict(x, y) }
            }
            if verdict == .same || verdict == .equal && delta.doubtful.count >= BitEquality<Value>.samples { continue }
            let pair = DictionaryDelta.Pair(
                key: KeyText.text(of: key), old: Child(any: before), new: Child(any: value))
            if verdict == .equal { delta.doubtful.append(pair) } else { delta.changed.append(pair) }
        }
        if delta.added.count != count - old.count {
            for (key, value) in old where meter.goesOn() && self[key] == nil {
                let name = KeyText.text(of: key)
                // Such keys are the same where their names are.
                if key != key, let place = unequal[name]?.popLast() {
                    kept.append(place)
                    delta.changed.append(
                        DictionaryDelta.Pair(key: name, old: Child(any: value), new: delta.added[place].child))
                } else {
                    delta.removed.append(Member(key: name, child: Child(any: value)))
                }
            }
            for place in kept.sorted().reversed() { delta.added.remove(at: place) }
        }
        delta.sort()
        return delta
    }
}

/// What differs between two dictionaries.
struct DictionaryDelta {
    struct Pair {
        var key: String
        var old: Child
        var new: Child
    }

    var removed: [Member] = []
    var added: [Member] = []
    var changed: [Pair] = []
    /// Some of the entries that `==` calls equal though their bits differ.
    var doubtful: [Pair] = []

    mutating func sort() {
        removed.sort { $0.key < $1.key }
        added.sort { $0.key < $1.key }
        changed.sort { $0.key < $1.key }
    }
}
