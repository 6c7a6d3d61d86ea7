/// The names of action types: the short one if it is unique, otherwise with the enclosing types, otherwise with the
/// module.
struct ActionTypeNames: Sendable {
    private let names: [ObjectIdentifier: String]
    /// All spellings of these types: a type outside this list with the same spelling gets a longer name.
    private let taken: Set<String>

    /// Finds names for types.
    ///
    /// - Parameter types: The types, each once.
    init(_ types: [any Any.Type]) {
        var names: [ObjectIdentifier: String] = [:]
        for level in Level.allCases {
            let open = types.filter { names[ObjectIdentifier($0)] == nil }
            let count = Dictionary(open.map { (level.name(of: $0), 1) }, uniquingKeysWith: +)
            for type in open where count[level.name(of: type)] == 1 {
                names[ObjectIdentifier(type)] = level.name(of: type)
            }
        }
        self.names = names
        taken = Set(types.flatMap(Self.spellings))
    }

    /// The name of a type; for one not in the list, a name that matches none of them.
    func name(of type: any Any.Type) -> String {
        if let known = names[ObjectIdentifier(type)] { return known }
        let spellings = Self.spellings(of: type)
        return spellings.first { !taken.contains($0) } ?? spellings[spellings.count - 1]
    }

    /// All names that a client may use for a type.
    static func spellings(of type: any Any.Type) -> [String] {
        Level.allCases.map { $0.name(of: type) }
    }

    private enum Level: CaseIterable {
        /// `Select`
        case short
        /// `Outer.Select`
        case qualified
        /// `Module.Outer.Select`
        case full
        /// As printed by the runtime, which distinguishes private types of different files.
        case exact

        func name(of type: any Any.Type) -> String {
            switch self {
            case .short: String(describing: type)
            case .qualified: ActionTypeNames.parts(of: type).dropFirst().joined(separator: ".")
            case .full: ActionTypeNames.parts(of: type).joined(separator: ".")
            case .exact: String(reflecting: type)
            }
        }
    }

    /// The names of a type, of the types around it and of its module, outermost first.
    private static func parts(of type: any Any.Type) -> [Substring] {
        var depth = 0
        let parts = String(reflecting: type).split(omittingEmptySubsequences: false) { character in
            switch character {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            default: break
            }
            return character == "." && depth == 0
        }
        // The context of a private type has no name that a user could type.
        return parts.filter { !$0.hasPrefix("(unknown context") }
    }
}
