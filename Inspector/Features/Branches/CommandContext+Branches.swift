import InspectorCore
import StrobeClient
import StrobeProtocol
import StrobeTree

extension CommandContext {
    /// The branches of the current store; empty if the server has none.
    func branches() async -> [BranchDescription] {
        guard let store = location.store else { return [] }
        return (try? await answer(BranchList(store: store)).result.branches) ?? []
    }

    /// Finds a branch by its id or its name.
    ///
    /// - Throws: ``InspectorError`` (`failed`) if there is none, with the nearest name.
    func branch(named name: String) async throws -> BranchDescription {
        let branches = try await answer(BranchList(store: try await store())).result.branches
        if let branch = branches.first(where: { $0.id == name }) ?? branches.first(where: { $0.name == name }) {
            return branch
        }
        let names = branches.flatMap { [$0.id] + [$0.name].compactMap { $0 } }
        let near = Spelling.nearest(name, in: names).map { " Did you mean `\($0)`?" } ?? ""
        throw InspectorError(.failed, "There is no branch `\(name)`.\(near) `branches` lists them.")
    }

    /// Returns the position that an argument means, which may be on a branch; `nil` for the live state.
    ///
    /// While a branch is current, `first`, `last` and relative steps refer to it.
    func point(_ argument: SeqArgument) async throws -> Position? {
        switch argument {
        case .branch(let name, let seq): return .branch(name, at: seq)
        case .first, .last, .relative:
            guard let here = location.branch else { break }
            let branch = try await branch(named: here.id)
            return .branch(branch.id, at: try argument.resolved(from: here.seq, in: branch.seqs))
        case .live, .seq: break
        }
        return try await position(argument).map { .seq($0) }
    }

    /// Like ``point(_:)``, with the branch's id and the seq checked against the branch.
    func exactPoint(_ argument: SeqArgument) async throws -> Position? {
        if case .seq = argument {
            return .seq(try argument.resolved(from: nil, in: try await history()))
        }
        guard case .branch(let name, let seq)? = try await point(argument) else { return try await point(argument) }
        let branch = try await branch(named: name)
        let goal = seq ?? branch.seq
        guard goal <= branch.seq else {
            throw InspectorError(.failed, "Branch \(name) has no seq \(goal): its last one is \(branch.seq).")
        }
        return .branch(branch.id, at: goal)
    }

    /// The entry that led to a position; `nil` if there is none or it was dropped.
    func entry(at position: Position) async -> LogEntry? {
        guard let store = location.store else { return nil }
        var request: LogGet
        switch position {
        case .live: return nil
        case .seq(let seq): request = LogGet(store: store, seq: seq)
        case .branch(let id, let seq):
            guard let seq, let branch = try? await branch(named: id) else { return nil }
            request = LogGet(store: store, seq: seq, branch: seq > branch.base ? branch.id : nil)
        }
        guard request.seq > 0 else { return nil }
        return try? await answer(request).result.entry
    }

    /// The entry that a word names, perhaps on a branch; without a word, the current one or else the last.
    func anyEntry(named text: String?) async throws -> (seq: Int, branch: String?) {
        var point: Position?
        if let text {
            if let place = try await placeIfAny(text) { point = try await self.point(place) }
        } else {
            point = location.at
        }
        guard case .branch(let name, let seq)? = point else { return (try await entry(named: text), nil) }
        let branch = try await branch(named: name)
        let goal = seq ?? branch.seq
        // Up to its base, a branch is identical to the log.
        return (goal, goal > branch.base ? branch.id : nil)
    }
}

extension BranchDescription {
    /// The seqs that the branch has a state for.
    var seqs: ClosedRange<Int> { min(base, seq)...seq }
}
