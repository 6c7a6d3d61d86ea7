public import StrobeTree

extension History {
    /// Counts what each action did to an enum in the state.
    ///
    /// The log is replayed on the debug thread, a few milliseconds at a time, so that others are not delayed; counts
    /// are kept, and the next request for the same path continues from there. For a store that cannot be replayed, only
    /// transitions with retained states count: `firstSeq` says from where.
    ///
    ///     let graph = try await history.graph(at: Path(["session"]))
    ///     for move in graph.moves { print(move.from, move.action, move.to, move.count) }
    ///
    /// - Parameters:
    ///   - path: The path of the enum. If there is nothing, the case is `nil`.
    ///   - from: The first transition to count; one that is not kept, or from before replay was turned on, means the
    ///     first that can be counted.
    ///   - to: The last transition to count.
    ///   - naming: The names of actions that are not enums, by their types; those with the same name are counted
    ///     together.
    /// - Throws: As `state(at:)`, and `cancelled` when the task is cancelled.
    /// - Complexity: O(*n*) reductions the first time, fewer if something was counted before.
    public func graph(
        at path: Path, from: Int? = nil, to: Int? = nil,
        naming: @escaping @Sendable (any Any.Type) -> String = { String(describing: $0) }
    ) async throws(HistoryError) -> TransitionGraph {
        // Any number before the first means the first, and the least one has none before it.
        let from = from.map { max($0, 0) }
        // A graph that restarts in between invalidates both ends.
        for _ in 0..<8 {
            if let graph = try await thread.run({ replica throws(HistoryError) in
                try replica.retainedGraph(at: path, from: from, to: to, naming: naming)
            }) {
                return graph
            }
            do {
                let end = try await walk(GraphWalk(path: path, target: to))
                var start: GraphWalk?
                if let from, from - 1 > end.first, let last = end.target {
                    start = try await walk(GraphWalk(path: path, target: min(from - 1, last)))
                }
                let ends = (start, end)
                if let graph = try await thread.run({ $0.graph(from: ends.0, to: ends.1, naming: naming) }) {
                    return graph
                }
            } catch  where error.code == .notReplayable || error.code == .seqEvicted && error.seq != to {
                // Its beginning was dropped meanwhile, or everything is retained now.
                continue
            }
        }
        throw Self.tooManyGraphs
    }

    private func walk(_ first: GraphWalk) async throws(HistoryError) -> GraphWalk {
        var walk = first
        var beginnings = 0
        while !walk.isDone {
            guard !Task.isCancelled else { throw .cancelled }
            let step = walk
            walk = try await thread.run { replica throws(HistoryError) in try replica.step(step) }
            // A step that does not continue the last one starts over.
            if walk.id == nil || walk.id != step.id { beginnings += 1 }
            guard beginnings <= 8 else { throw Self.tooManyGraphs }
        }
        return walk
    }

    private static var tooManyGraphs: HistoryError {
        HistoryError(.stateUnknown, "Too many paths are being counted at once. Try again when the others are done.")
    }
}
