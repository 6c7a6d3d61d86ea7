/// The names by which types of actions go: the short one where no other type has it, else with the types around it, else
/// with the module.
struct ActionTypeNames: Sendable {
    private let names: [ObjectIdentifier: String]
    private let taken: Set<String>

    /// Finds names for types.
    init(_ types: [any Any.Type]) {
        var names: [ObjectIdentifier: String] = [:]
        for level in Level.allCases {
            let open = types.filter { names[ObjectIdentifier($0)] == nil }
            var count: [String: Int] = [:]
            for type in open { count[level.name(of: type), default: 0] += 1 }
            for type in open where count[level.name(of: type)] == 1 || level == .full {
                names[ObjectIdentifier(type)] = level.name(of: type)
            }
        }
        self.names = names
        taken = Set(names.values)
    }

    /// The name of a type; of one that is not among them, one that no other has.
    func name(of type: any Any.Type) -> String {
        if let known = names[ObjectIdentifier(type)] { return known }
        return Level.allCases.lazy.map { $0.name(of: type) }.first { !taken.contains($0) } ?? Level.full.name(of: type)
    }

    /// All names by which somebody may call a type.
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

        func name(of type: any Any.Type) -> String {
            switch self {
            case .short: String(describing: type)
            case .qualified:
                // The places of private types in a module have no names that anybody could type.
                ActionTypeNames.parts(of: String(reflecting: type)).dropFirst()
                    .filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
            case .full: String(reflecting: type)
            }
        }
    }

    /// The parts of a name between its dots, those in brackets aside.
    private static func parts(of name: String) -> [Substring] {
        var depth = 0
        return name.split(omittingEmptySubsequences: false) { character in
            switch character {
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            default: break
            }
            return character == "." && depth == 0
        }
    }
}
