extension RandomAccessCollection {
    /// The first index whose element meets a condition that all later ones meet as well; `endIndex` if there is none.
    ///
    /// The name is that of swift-algorithms, which is not worth a dependency for this.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    package func partitioningIndex<Failure: Error>(
        where belongsInSecondPartition: (Element) throws(Failure) -> Bool
    ) throws(Failure) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if try belongsInSecondPartition(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}
