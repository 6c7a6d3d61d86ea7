/// The order of integers and strings, which is total and cheap.
enum NaturalOrder {
    /// The elements in their order; `nil` if they are neither integers nor strings.
    ///
    /// - Parameters:
    ///   - count: How many of the first are wanted.
    ///   - check: Called now and then; what it throws ends the sorting.
    static func sorted<T>(_ elements: [T], first count: Int, check: () throws -> Void) rethrows -> [T]? {
        if let strings = elements as? [String] { return try strings.sorted(first: count, check: check, by: <) as? [T] }
        return try (elements as? any SortableIntegers)?.sortedIntegers(first: count, check: check) as? [T]
    }
}

private protocol SortableIntegers {
    func sortedIntegers(first count: Int, check: () throws -> Void) rethrows -> Any
}

extension Array: SortableIntegers where Element: FixedWidthInteger {
    fileprivate func sortedIntegers(first count: Int, check: () throws -> Void) rethrows -> Any {
        try sorted(first: count, check: check, by: <)
    }
}

extension Collection {
    /// The first elements in an order; only those are sorted where they are few.
    ///
    /// - Parameters:
    ///   - count: How many of them.
    ///   - check: Called now and then; what it throws ends the sorting.
    /// - Complexity: O(*n* log `count`) comparisons of *n* elements; each element is asked for once.
    func sorted(
        first count: Int, check: () throws -> Void, by areInOrder: (Element, Element) -> Bool
    ) rethrows -> [Element] {
        var looks = 0
        var smallest: [Element] = []
        let isPart = count < self.count / 8
        if !isPart { smallest.reserveCapacity(self.count) }
        var limit: Element?
        for element in self {
            looks &+= 1
            if looks & 1_023 == 0 { try check() }
            if let limit, !areInOrder(element, limit) { continue }
            smallest.append(element)
            guard isPart, smallest.count >= 2 * count + 64 else { continue }
            smallest.sort(by: areInOrder)
            smallest.removeSubrange(count...)
            limit = smallest.last
        }
        try smallest.sort {
            looks &+= 1
            if looks & 1_023 == 0 { try check() }
            return areInOrder($0, $1)
        }
        return isPart ? Array(smallest.prefix(count)) : smallest
    }
}
