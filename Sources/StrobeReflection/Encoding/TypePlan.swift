internal import StrobeSystem
internal import StrobeTree

/// How the values of a type are encoded in one pass; found out once.
final class TypePlan {
    enum Kind {
        /// One leaf of the tree; a few values of such types encode themselves nevertheless.
        case leaf
        /// A standard collection or an optional.
        case form(any DirectForm.Type)
        /// It encodes itself.
        case own
        /// It is not encoded in one pass.
        case special
    }

    let kind: Kind
    let isEnum: Bool

    private static let leaves: Set<ObjectIdentifier> = Set(
        ([
            String.self, Bool.self, Double.self, Float.self, Date.self, UUID.self, Data.self, URL.self, Decimal.self,
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
            UInt32.self, UInt64.self, UInt128.self,
        ] as [any Any.Type]).map { ObjectIdentifier($0) })

    init<T: Encodable>(of value: T) {
        let isStandard = TypeFacts.form(of: T.self) != .other
        if Self.leaves.contains(ObjectIdentifier(T.self)) {
            kind = .leaf
        } else if let form = T.self as? any DirectForm.Type, isStandard {
            kind = .form(form)
        } else if isStandard || T.self == Value.self || T.self is AnyClass || T.self is any ShapedTree.Type
            || ObjectAccess.isClosed(T.self)
        {
            kind = .special
        } else {
            kind = .own
        }
        // A mirror of its own may say so of any type.
        isEnum = (TypeMetadata.isEnum(T.self) || T.self is any CustomReflectable.Type) && TypeFacts.isEnum(value)
    }
}

/// The keys that values of one type wrote last: most write the same ones each time, and their objects share them.
final class KnownKeys {
    private var names: [String] = []
    private var shape: Value.Shape?

    /// The keys of an object; `nil` if some of them are equal, or may be names of what is hidden.
    func shape(for keys: ArraySlice<String>, _ cursor: RedactionCursor) -> Value.Shape? {
        if let shape, isWritten(keys) { return shape }
        let names = Array(keys)
        guard !names.contains(where: cursor.mayHide(named:)), let shape = Value.Shape(distinct: names) else {
            return nil
        }
        (self.names, self.shape) = (names, shape)
        return shape
    }

    /// Whether keys are those that were written last.
    private func isWritten(_ keys: ArraySlice<String>) -> Bool {
        guard keys.count == names.count else { return false }
        var index = keys.startIndex
        for name in names {
            // Keys come from one place in the program mostly, and so have the same bits. If not, their bytes count: rules
            // tell spellings apart that are equal as texts.
            guard Bits.areIdentical(keys[index], name) || keys[index].utf8.elementsEqual(name.utf8) else {
                return false
            }
            index += 1
        }
        return true
    }
}
