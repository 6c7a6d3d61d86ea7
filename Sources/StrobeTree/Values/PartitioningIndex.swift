extension RandomAccessCollection {
    /// The first index of the second part of a collection whose elements of a first part come before all others; the end
    /// where there is no second part.
    ///
    /// - Parameter isInSecond: Whether an element belongs to the second part.
    /// - Complexity: O(log *n*) questions.
    @inlinable
    package func partitioningIndex(where isInSecond: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try isInSecond(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
