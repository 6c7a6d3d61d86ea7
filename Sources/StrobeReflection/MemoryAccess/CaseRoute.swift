internal import StrobeTree

/// The way to an enum in the stored properties of a struct, found once by the declarations of the types.
struct CaseRoute {
    private enum Step {
        /// Goes so many bytes into the value.
        case forward(Int)
        /// Stops at `nil`.
        case unwrap(EnumTag)
    }

    private var steps: [Step] = []
    /// The type of the enum.
    private(set) var type: any Any.Type

    /// Finds the way; `nil` if there is none through stored properties of structs and optionals alone.
    init?(from root: any Any.Type, along path: Path) {
        type = root
        for token in path.tokens {
            guard unwrap(), let property = TypeMetadata.property(encodedAs: token, of: type) else { return nil }
            if property.offset > 0 { steps.append(.forward(property.offset)) }
            type = property.type
        }
        guard unwrap(), TypeMetadata.isEnum(type) else { return nil }
    }

    /// Goes through all optionals at this point.
    ///
    /// - Returns: Whether that worked.
    private mutating func unwrap() -> Bool {
        while TypeMetadata.isOptional(type) {
            guard let tag = TypeMetadata.tag(of: type), let optional = type as? any OptionalForm.Type else {
                return false
            }
            steps.append(.unwrap(tag))
            type = optional.wrappedType
        }
        return true
    }

    /// Where the enum is in a value; `nil` if an optional on the way is `nil`.
    @inline(__always)
    func callAsFunction(_ root: UnsafeRawPointer) -> UnsafeRawPointer? {
        var place = root
        for step in steps {
            switch step {
            case .forward(let distance): place += distance
            // The wrapped value begins where the optional begins; its case is the first, as it has the payload.
            case .unwrap(let tag): if tag(place) != 0 { return nil }
            }
        }
        return place
    }
}
