internal import StrobeTree

/// The elements of a list that was recorded.
struct ShapedList: ListForm {
    let elements: [Value]
    let element: Schema?
    let shape: TreeShape

    var childCount: Int { elements.count }

    func child(at index: Int) -> Child { .shaped(ShapedValue(elements[index], element, in: shape)) }

    func delta(
        from old: any ListForm, trustsEquality: Bool, _ cursor: RedactionCursor, _ meter: WorkMeter?,
        deeplySame: @escaping (Child, Child) -> Bool
    ) -> ListDelta? {
        guard let list = old as? ShapedList else { return nil }
        let (old, new) = (list.elements, elements)
        let mayHide = cursor.mayHide(in: element ?? .unknown(type: ""))
        var alignment = ListAlignment(oldCount: old.count, newCount: new.count, meter: meter) {
            old[$0].isSame(as: new[$1]) || mayHide && deeplySame(list.child(at: $0), child(at: $1))
        }
        if !mayHide || !cursor.below("id").isHidden, let first = old.first, first.id != nil, let last = new.last,
            last.id != nil
        {
            // Elements without an id all have the same one, and so are not distinguished by it.
            alignment.ids = ({ AnyHashable(old[$0].id) }, { AnyHashable(new[$0].id) })
        }
        return alignment.delta()
    }
}

extension ShapedList: IdentifiableListForm {
    func index(ofID text: String) -> Int? {
        elements.firstIndex { $0.id.map { KeyText.text(of: $0) } == text }
    }

    static var hasReadableIDs: Bool { true }
}

/// The elements of a set that was recorded, in the order in which they were.
struct ShapedSet: SetForm {
    let elements: [Value]
    let element: Schema?
    let shape: TreeShape

    var childCount: Int { elements.count }

    func sortedChildren(
        _ cursor: RedactionCursor, in range: Range<Int>, check: () throws -> Void
    ) rethrows -> [Child] {
        elements[range].map { .shaped(ShapedValue($0, element, in: shape)) }
    }

    func delta(from old: any SetForm, _ cursor: RedactionCursor, _ meter: WorkMeter?) -> ListDelta? {
        guard let old = (old as? ShapedSet)?.elements else { return nil }
        let (before, after) = (Set(old), Set(elements))
        var delta = ListDelta()
        for (index, element) in old.enumerated().reversed() where meter.goesOn() && !after.contains(element) {
            delta.steps.append(.remove(at: index, old: index))
        }
        for (index, element) in elements.enumerated() where meter.goesOn() && !before.contains(element) {
            delta.steps.append(.add(at: index, new: index))
        }
        return delta
    }
}

/// The entries of a dictionary that was recorded.
struct ShapedDictionary: DictionaryForm {
    /// JSON has no other keys.
    static var keyType: any Any.Type { String.self }

    let members: Value.Object
    let key: Schema
    let value: Schema
    let shape: TreeShape

    var childCount: Int { members.count }

    func sortedMembers(in range: Range<Int>, check: () throws -> Void) rethrows -> [Member] {
        let sorted: [Value.Object.Element]
        switch key {
        case .scalar(.int), .scalar(.uint):
            sorted = try members.lazy.map { (number: Int128($0.key) ?? 0, member: $0) }
                .sorted(in: range, check: check) { ($0.number, $0.member.key) < ($1.number, $1.member.key) }
                .map(\.member)
        default: sorted = try members.sorted(in: range, check: check) { $0.key < $1.key }
        }
        return sorted.map { Member(key: $0.key, child: child($0.value)) }
    }

    func child(named name: String) -> Child? { members[name].map { child($0) } }

    private func child(_ value: Value) -> Child { .shaped(ShapedValue(value, self.value, in: shape)) }

    func delta(from old: any DictionaryForm, trustsEquality: Bool, _ meter: WorkMeter?) -> DictionaryDelta? {
        guard let old = old as? ShapedDictionary else { return nil }
        var delta = DictionaryDelta()
        for (key, value) in members {
            guard meter.goesOn() else { return delta }
            guard let before = old.members[key] else {
                delta.added.append(Member(key: key, child: child(value)))
                continue
            }
            guard !before.isSame(as: value) else { continue }
            delta.changed.append(DictionaryDelta.Pair(key: key, old: old.child(before), new: child(value)))
        }
        if delta.added.count != members.count - old.members.count {
            for (key, value) in old.members where meter.goesOn() && members[key] == nil {
                delta.removed.append(Member(key: key, child: old.child(value)))
            }
        }
        delta.sort()
        return delta
    }
}

extension Value {
    /// Equality that distinguishes `0.0` from `-0.0`, and does not look into what two values share.
    func isSame(as other: Value) -> Bool { Bits.areIdentical(self, other) || isIdentical(to: other) }

    /// The scalar under the key `id`; `nil` if there is none.
    fileprivate var id: Value? {
        guard case .object(let object) = self, let id = object["id"] else { return nil }
        switch id {
        case .object, .array, .null: return nil
        default: return id
        }
    }
}
