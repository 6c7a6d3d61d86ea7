internal import StrobeTree

/// Finished values, which wait until what they are in is finished; they are moved, never copied.
struct ValueStack: ~Copyable {
    private var place: UnsafeMutablePointer<Value>
    private(set) var capacity = 32
    private(set) var count = 0

    init() {
        place = .allocate(capacity: capacity)
    }

    deinit {
        place.deinitialize(count: count)
        place.deallocate()
    }

    var last: Value? { count > 0 ? .some(place[count - 1]) : .none }

    @inline(__always)
    mutating func append(_ value: consuming Value) {
        if count == capacity { grow() }
        (place + count).initialize(to: value)
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let grown = UnsafeMutablePointer<Value>.allocate(capacity: capacity * 2)
        grown.moveInitialize(from: place, count: count)
        place.deallocate()
        place = grown
        capacity *= 2
    }

    /// - Precondition: There is one.
    mutating func removeLast() -> Value {
        precondition(count > 0)
        count -= 1
        return (place + count).move()
    }

    mutating func removeAll() {
        place.deinitialize(count: count)
        count = 0
    }

    /// Puts an array of the values above a mark in their place.
    mutating func collect(from mark: Int) { append(.array(take(from: mark))) }

    /// Puts an object of the values above a mark in their place.
    mutating func collect(from mark: Int, as shape: Value.Shape) {
        append(.object(Value.Object(shape: shape, values: take(from: mark))))
    }

    private mutating func take(from mark: Int) -> [Value] {
        let number = count - mark
        // An array without elements is shared by all threads, and to set its count would write to it.
        guard number > 0 else { return [] }
        // `init(unsafeUninitializedCapacity:)` looks the type of its storage up each time.
        var values: [Value] = []
        values.reserveCapacity(number)
        for index in mark..<count { values.append((place + index).move()) }
        count = mark
        return values
    }
}
