internal import StrobeTree

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

    /// The number of the current case; `nil` for `nil`.
    func number(of part: Child) -> Int? {
        read(part) {
            $0.number(at: $1)
        } other: {
            $0
        }
    }

    /// The number of the current case, and whether the value is another than the last one, in whose place it is kept;
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

    /// Reads an enum by its type; a value that is only shown as one, or is no enum at all, is read as it is shown.
    private func read<Reading>(
        _ part: Child, _ choice: (any EnumSlotForm, UnsafeRawPointer) -> Reading, other: (Int) -> Reading
    ) -> Reading? {
        func open<V>(_ value: V) -> Reading? {
            slot(for: V.self).map { slot in withUnsafePointer(to: value) { choice(slot, $0) } }
        }
        // The constraint lets the compiler open the existential: what is read has its own type then.
        func openEncodable<V: Encodable>(_ value: V) -> Reading? { open(value) }
        let reading: Reading?
        let value: Any
        switch part {
        case .encodable(let encodable): (reading, value) = (openEncodable(encodable), encodable)
        case .plain(let plain): (reading, value) = (_openExistential(plain, do: open), plain)
        case .leaf, .nested, .shaped, .redacted: return shown(part).map(other)
        }
        if let reading { return reading }
        if TypeFacts.form(of: type(of: value)) == .optional, let optional = value as? any OptionalForm {
            return optional.wrappedChild.flatMap { read($0, choice, other: other) }
        }
        if TypeFacts.isEnum(value), !(value is any Encodable) || Expansion(part).caseName == nil,
            let name = TypeMetadata.caseName(of: value)
        {
            return other(names.number(of: name))
        }
        return shown(part).map(other)
    }

    /// The number of a case by what is shown; `nil` for `nil`.
    private func shown(_ part: Child) -> Int? {
        let expansion = Expansion(part)
        if case .leaf(.null) = expansion { return nil }
        let name = expansion.caseName ?? (part.typeName.isEmpty ? part.presentCase : part.typeName)
        return names.number(of: name ?? "?")
    }

    private func slot(for type: any Any.Type) -> (any EnumSlotForm)? {
        let id = ObjectIdentifier(type)
        if let known = slots[id] { return known }
        let slot = EnumSlots.slot(for: type, names)
        slots[id] = .some(slot)
        return slot
    }
}
