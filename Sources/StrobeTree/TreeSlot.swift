/// The last value that was met in a tree, whatever its type.
final class TreeSlot {
    private let names: CaseNames
    private var slots: [ObjectIdentifier: (any EnumSlotForm)?] = [:]
    /// What holds the last value, if that was an enum.
    private var lastSlot: (any EnumSlotForm)?
    /// The last value, if it was none.
    private var last: Child?

    init(_ names: CaseNames) {
        self.names = names
    }

    func forget() {
        lastSlot?.forget()
        (lastSlot, last) = (nil, nil)
    }

    /// The number of the present case; `nil` for `nil`.
    func number(of part: Child) -> Int? {
        read(part) {
            $0.number(at: $1)
        } other: {
            $0
        }
    }

    /// The number of the present case, and whether the value is another than the last one, in whose place it is kept;
    /// `nil` for `nil`.
    func take(_ part: Child) -> (number: Int, isChanged: Bool)? {
        read(part) { slot, value in
            if lastSlot !== slot {
                forget()
                lastSlot = slot
            }
            return slot.take(value)
        } other: { number in
            let old = last
            forget()
            last = part
            return (number, old.map { !Comparison.areSame($0, part, .default) } ?? true)
        }
    }

    /// Reads an enum by its type; what is shown as one without being one, or is none at all, goes by what is shown.
    private func read<Reading>(
        _ part: Child, _ choice: (any EnumSlotForm, UnsafeRawPointer) -> Reading, other: (Int) -> Reading
    ) -> Reading? {
        func open<V>(_ value: V) -> Reading? {
            slot(for: V.self).map { slot in withUnsafePointer(to: value) { choice(slot, $0) } }
        }
        switch part {
        case .encodable(let value as Any), .plain(let value):
            if let reading = _openExistential(value, do: open) { return reading }
            if TypeFacts.form(of: type(of: value)) == .optional, let optional = value as? any OptionalForm {
                return optional.wrappedChild.flatMap { read($0, choice, other: other) }
            }
        case .leaf, .nested: break
        }
        let expansion = Expansion(part)
        if case .leaf(.null) = expansion { return nil }
        return other(names.number(of: expansion.caseName ?? part.type.map(TypeName.of) ?? "?"))
    }

    private func slot(for type: any Any.Type) -> (any EnumSlotForm)? {
        let id = ObjectIdentifier(type)
        if let known = slots[id] { return known }
        let slot = EnumSlots.slot(for: type, names)
        slots[id] = .some(slot)
        return slot
    }
}
