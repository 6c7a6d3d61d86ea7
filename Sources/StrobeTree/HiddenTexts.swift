/// The texts of hidden values, which nothing that is said about those values may repeat.
public struct HiddenTexts: Sendable {
    /// How many texts are kept at most.
    private static var limit: Int { 10_000 }
    /// Shorter texts are part of too many words.
    private static var shortest: Int { 3 }

    private var texts: Set<String> = []
    private var nodes: Int
    /// The longest first: one may be a part of another.
    private var sorted: [String] = []

    /// Begins without any.
    ///
    /// - Parameter nodes: The greatest number of parts that are looked at.
    public init(nodes: Int = 2_000_000) {
        self.nodes = nodes
    }

    /// Whether all was looked at.
    public private(set) var isComplete = true

    /// Adds what is hidden in a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - redaction: The rules.
    ///   - path: Where it stands.
    /// - Complexity: O(*n*) in the number of parts.
    public mutating func add(_ value: Any, hiddenBy redaction: Redaction, at path: Path = .root) {
        guard !redaction.isEmpty else { return }
        func open<T>(_ value: T) -> Child { Child(any: value) }
        collect(_openExistential(value, do: open), Veil(redaction, at: path), isHidden: false, depth: 0)
        sorted = texts.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// A text without what is hidden.
    public func removed(from text: String) -> String {
        guard isComplete else { return Redaction.placeholder }
        var text = text
        for hidden in sorted where text.contains(hidden) {
            text = text.split(separator: hidden, omittingEmptySubsequences: false).joined(
                separator: Redaction.placeholder)
        }
        return text
    }

    private mutating func collect(_ child: Child, _ veil: Veil, isHidden: Bool, depth: Int) {
        nodes -= 1
        guard nodes > 0, depth < 128, texts.count < Self.limit else {
            isComplete = false
            return
        }
        let isHidden = isHidden || veil.hides(child)
        func named(_ member: Member, _ walk: inout HiddenTexts) {
            walk.collect(member.child, veil.below(member.key), isHidden: isHidden, depth: depth + 1)
        }
        func element(_ child: Child, _ index: Int, _ walk: inout HiddenTexts) {
            walk.collect(child, veil.below(index), isHidden: isHidden, depth: depth + 1)
        }
        switch Expansion(child) {
        case .leaf(let value), .raw(let value, _): if isHidden { add(value) }
        case .members(let members): for member in members { named(member, &self) }
        case .dictionary(let dictionary):
            for member in dictionary.sortedMembers() {
                if isHidden { add(.string(member.key)) }
                named(member, &self)
            }
        case .elements(let children): for (index, child) in children.enumerated() { element(child, index, &self) }
        case .list(let list): for index in 0..<list.childCount { element(list.child(at: index), index, &self) }
        case .set(let set): for (index, child) in set.sortedChildren().enumerated() { element(child, index, &self) }
        case .choice(let choice):
            let below = veil.below(choice.name)
            for member in choice.payload {
                let isNamed = isHidden || below.hides(member.child)
                let veil = choice.isBare ? below : below.below(member.key)
                collect(member.child, veil, isHidden: isNamed, depth: depth + 1)
            }
        case .opaque, .object, .failure: break
        }
    }

    private mutating func add(_ value: Value) {
        let text: String
        switch value {
        case .string(let string): text = string
        case .int, .uint, .double: text = JSON.text(value)
        default: return
        }
        for text in [text, text.lowercased(), text.uppercased(), String(QuotedText.quote(text).dropFirst().dropLast())]
        where text.utf8.count >= Self.shortest {
            texts.insert(text)
        }
    }
}
