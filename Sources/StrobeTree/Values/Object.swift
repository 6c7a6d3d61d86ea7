internal import OrderedCollections

extension Value {
    /// The members of a JSON object, in the order they were added, with lookup by key in constant time.
    ///
    /// Two objects are equal when they have equal members, in any order. The keys are kept apart from the values, so
    /// that the many objects of one type that a document holds can share them.
    public struct Object: Sendable {
        private var shape: Shape
        /// The values, in the order of the keys.
        public private(set) var values: [Value]

        /// Makes an object without members.
        public init() {
            shape = .empty
            values = []
        }

        /// Makes an object of keys that other objects may share.
        ///
        /// - Precondition: There are as many values as keys.
        package init(shape: Shape, values: [Value]) {
            assert(shape.keys.count == values.count)
            self.shape = shape
            self.values = values
        }

        /// The number of members.
        public var count: Int { values.count }
        /// Whether there are no members.
        public var isEmpty: Bool { values.isEmpty }
        /// The keys in order.
        public var keys: [String] { Array(shape.keys) }

        /// The keys, which other objects may share.
        var keyShape: Shape { shape }

        /// The keys in order, without a copy.
        var orderedKeys: OrderedSet<String> { shape.keys }

        /// The value of a member; assigning `nil` removes it, a new key goes to the end.
        public subscript(_ key: String) -> Value? {
            get { shape.keys.firstIndex(of: key).map { values[$0] } }
            set {
                guard let newValue else {
                    removeValue(forKey: key)
                    return
                }
                if let place = shape.keys.firstIndex(of: key) {
                    values[place] = newValue
                } else {
                    ownShape()
                    shape.keys.append(key)
                    values.append(newValue)
                }
            }
        }

        /// Removes a member and returns its value, or `nil` if there is none.
        ///
        /// - Complexity: O(*n*) in the number of members.
        @discardableResult
        public mutating func removeValue(forKey key: String) -> Value? {
            guard let place = shape.keys.firstIndex(of: key) else { return nil }
            ownShape()
            shape.keys.remove(at: place)
            return values.remove(at: place)
        }

        /// Adds a member at a place in the order of members.
        ///
        /// - Precondition: There is no member with that key.
        mutating func insert(_ value: Value, forKey key: String, at place: Int) {
            ownShape()
            shape.keys.insert(key, at: place)
            values.insert(value, at: place)
        }

        /// The place of a key in the order of members.
        public func index(of key: String) -> Int? {
            shape.keys.firstIndex(of: key)
        }

        /// Changes the value at a place in the order of members, without a copy.
        ///
        /// - Parameters:
        ///   - place: A place from 0 up to the number of members.
        ///   - change: What to do with the value.
        mutating func update<Failure: Error>(
            at place: Int, _ change: (inout Value) throws(Failure) -> Void
        ) throws(Failure) {
            try change(&values[place])
        }

        /// Makes room for a number of members.
        public mutating func reserveCapacity(_ count: Int) {
            guard count > values.count else { return }
            ownShape()
            shape.keys.reserveCapacity(count)
            values.reserveCapacity(count)
        }

        private mutating func ownShape() {
            if !isKnownUniquelyReferenced(&shape) { shape = Shape(shape.keys) }
        }
    }

    /// The keys of one or more objects.
    package final class Shape: @unchecked Sendable {
        // Sendable: an object changes the keys only while it holds the one reference to them (`ownShape`), so they
        // never change while another object, or another thread, can see them.
        fileprivate(set) var keys: OrderedSet<String>

        static let empty = Shape([])

        init(_ keys: OrderedSet<String>) {
            self.keys = keys
        }

        /// The keys of objects; `nil` if two of them are equal.
        package init?(distinct keys: [String]) {
            self.keys = OrderedSet(keys)
            if self.keys.count < keys.count { return nil }
        }
    }
}

extension Value.Object: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { values.count }
    public subscript(position: Int) -> (key: String, value: Value) {
        (shape.keys[position], values[position])
    }
}

extension Value.Object: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        if a.shape === b.shape { return a.values == b.values }
        return a.count == b.count && a.allSatisfy { b[$0.key] == $0.value }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in self {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum ^= member.finalize()
        }
        hasher.combine(sum)
        hasher.combine(count)
    }
}

extension Value.Object: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
