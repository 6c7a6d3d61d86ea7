internal import Synchronization

/// What is known about a type, kept because finding it out costs several runtime look-ups.
enum TypeFacts {
    /// The standard types that are opened by their type instead of their encoding.
    enum Form {
        case optional, list, set, dictionary, other
    }

    private static let forms = Mutex<[ObjectIdentifier: Form]>([:])
    private static let enums = Mutex<[ObjectIdentifier: Bool]>([:])

    static func form(of type: any Any.Type) -> Form {
        let id = ObjectIdentifier(type)
        if let known = forms.withLock({ $0[id] }) { return known }
        let form: Form =
            if type is any OptionalForm.Type {
                .optional
            } else if type is any ListForm.Type {
                .list
            } else if type is any SetForm.Type {
                .set
            } else if type is any DictionaryForm.Type {
                .dictionary
            } else {
                .other
            }
        forms.withLock { $0[id] = form }
        return form
    }

    /// Whether a value is of an enum type, except `Optional`.
    static func isEnum(_ value: Any) -> Bool {
        let id = ObjectIdentifier(Swift.type(of: value))
        if let known = enums.withLock({ $0[id] }) { return known }
        let isEnum = Mirror(reflecting: value).displayStyle == .enum
        enums.withLock { $0[id] = isEnum }
        return isEnum
    }
}
