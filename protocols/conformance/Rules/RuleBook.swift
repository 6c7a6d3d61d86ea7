/// The rules of the specification, with their sections and their sentences in the table of `protocols/README.md`.
enum RuleBook {
    /// The rule with a name; a rule known to this program only has no section.
    static func rule(_ id: String) -> Rule {
        byID[id] ?? Rule(id: id, section: "", text: id)
    }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
