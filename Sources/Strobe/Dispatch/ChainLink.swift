/// The place of an action in a chain of answers.
@usableFromInline
struct ChainLink: Sendable {
    /// How many actions it answers to, one after the other.
    @usableFromInline var depth = 0
    /// The chain, from the second answer on: most answers are not answered.
    @usableFromInline var chain: ActionChain?

    /// The place of an action that answers nothing.
    @inlinable static var none: ChainLink { ChainLink() }
    /// The place of an answer to such an action.
    @inlinable static var first: ChainLink { ChainLink(depth: 1) }

    /// The place of what is dispatched here; set while something is called elsewhere than on the thread that drains.
    @TaskLocal static var current = ChainLink.none

    /// Whether what is dispatched here answers something.
    @usableFromInline static var isAnswering: Bool { current.depth > 0 }

    @usableFromInline
    static func here() -> ChainLink { current }

    @inlinable
    init(depth: Int = 0, chain: ActionChain? = nil) {
        self.depth = depth
        self.chain = chain
    }

    /// The place of an answer to the action in this place.
    @inlinable
    func next() -> ChainLink {
        depth == 0 ? .first : ChainLink(depth: depth + 1, chain: chain ?? ActionChain(depth: depth + 1))
    }

    /// Calls a closure with this as the present place.
    @usableFromInline
    func run(_ body: () -> Void) {
        Self.$current.withValue(self, operation: body)
    }
}
