/// A first-in-first-out queue that gives up its elements one by one and its room only when it is empty.
@usableFromInline
struct WorkQueue<Element> {
    @usableFromInline var slots: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @usableFromInline
    init() {}

    @inlinable var count: Int { slots.count - head }
    @inlinable var isEmpty: Bool { head == slots.count }

    @inlinable
    mutating func append(_ element: Element) {
        // A queue that never runs empty must not keep the places of all that ever went through it.
        if head > 1_024, head > slots.count / 2 {
            slots.removeSubrange(..<head)
            head = 0
        }
        slots.append(element)
    }

    /// Adds an element before all others.
    @inlinable
    mutating func prepend(_ element: Element) {
        slots.insert(element, at: head)
    }

    @inlinable
    mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        let element = slots[head].take()
        head += 1
        if head == slots.count {
            slots.removeAll(keepingCapacity: slots.count <= 1_024)
            head = 0
        }
        return element
    }
}
