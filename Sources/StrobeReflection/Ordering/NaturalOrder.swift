/// The order of integers and strings, which is total and cheap.
enum NaturalOrder {
    /// The elements at some positions of their order; `nil` if they are neither integers nor strings.
    ///
    /// - Parameters:
    ///   - range: The positions, all of them there.
    ///   - check: Called now and then; what it throws ends the sorting.
    static func sorted<T>(_ elements: [T], in range: Range<Int>, check: () throws -> Void) rethrows -> [T]? {
        if let strings = elements as? [String] { return try strings.sorted(in: range, check: check, by: <) as? [T] }
        return try (elements as? any SortableIntegers)?.sortedIntegers(in: range, check: check) as? [T]
    }
}

private protocol SortableIntegers {
    func sortedIntegers(in range: Range<Int>, check: () throws -> Void) rethrows -> Any
}

extension Array: SortableIntegers where Element: FixedWidthInteger {
    fileprivate func sortedIntegers(in range: Range<Int>, check: () throws -> Void) rethrows -> Any {
        try sorted(in: range, check: check, by: <)
    }
}

extension Collection {
    /// The elements at some positions of an order; only the first are sorted where those are few.
    ///
    /// - Parameters:
    ///   - range: The positions, all of them there.
    ///   - check: Called now and then; what it throws ends the sorting.
    /// - Complexity: O(*n* log *m*) comparisons of *n* elements for a range up to *m*; each element is asked for once.
    func sorted(
        in range: Range<Int>, check: () throws -> Void, by areInOrder: (Element, Element) -> Bool
    ) rethrows -> [Element] {
        var looks = 0
        func look() throws {
            looks &+= 1
            if looks & 1_023 == 0 { try check() }
        }
        var elements: [Element] = []
        let count = range.upperBound
        if count < self.count / 8 {
            var limit: Element?
            for element in self {
                try look()
                if let limit, !areInOrder(element, limit) { continue }
                elements.append(element)
                guard elements.count >= 2 * count + 64 else { continue }
                elements.sort(by: areInOrder)
                elements.removeSubrange(count...)
                limit = elements.last
            }
        } else {
            elements.reserveCapacity(self.count)
            for element in self {
                try look()
                elements.append(element)
            }
        }
        // Their indices are sorted instead: a million elements that are copied and freed all over the memory take a
        // second, during which the work cannot be given up.
        var places = Array(elements.indices)
        try places.sort {
            try look()
            return areInOrder(elements[$0], elements[$1])
        }
        return places[range].map { elements[$0] }
    }
}
