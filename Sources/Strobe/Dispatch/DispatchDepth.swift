/// The place of an action in a chain of answers.
@usableFromInline
struct DispatchDepth: Sendable {
    /// How many actions it answers to, one after the other.
    @usableFromInline var depth = 0
    /// The chain, from the second answer on: most answers are not answered.
    @usableFromInline var chain: RunawayGuard?

    /// The place of an action that answers nothing.
    @inlinable static var none: DispatchDepth { DispatchDepth() }
    /// The place of an answer to such an action.
    @inlinable static var first: DispatchDepth { DispatchDepth(depth: 1) }

    /// The depth of what is dispatched here; set while code is called elsewhere than on the thread that drains.
    @TaskLocal static var current = DispatchDepth.none

    /// Whether what is dispatched here answers something.
    @usableFromInline static var isAnswering: Bool { current.depth > 0 }

    @usableFromInline
    static func here() -> DispatchDepth { current }

    @inlinable
    init(depth: Int = 0, chain: RunawayGuard? = nil) {
        self.depth = depth
        self.chain = chain
    }

    /// The place of an answer to the action in this place.
    @inlinable
    func next() -> DispatchDepth {
        depth == 0 ? .first : DispatchDepth(depth: depth + 1, chain: chain ?? RunawayGuard(depth: depth + 1))
    }

    /// Calls a closure with this as the current place.
    @usableFromInline
    func run(_ body: () -> Void) {
        Self.$current.withValue(self, operation: body)
    }
}
