extension ReductionQueue {
    /// Lets an action take the place of the one that waits last, where the reducer says so.
    ///
    /// - Returns: Whether it did.
    func takesPlace(_ item: Item) -> Bool {
        guard let coalesce, let newer = item.coalescable else { return false }
        // The reducer's code must not run under the lock. So the last one may be another when it has answered.
        while let last = contents.withLock({ $0.waiting.last }), let older = last.coalescable,
            let action = coalesce(older, newer)
        {
            var item = item
            item.replaceAction(with: action)
            if contents.withLock({ $0.replaceLast(last.number, with: item) }) != nil { return true }
        }
        return false
    }
}
