internal import StrobeTree

/// The actions that probes dispatch, and the store.
struct ActionPlan: Sendable {
    var store: String
    /// Decodable actions, without effects if possible; those that change something come first.
    var actions: [Value]

    /// The maximum number of candidates tested on a store.
    private static let candidateLimit = 60

    /// Finds a store and actions with the schema of the actions and dry runs.
    ///
    /// - Parameter reason: Why nothing was found.
    static func find(
        _ peer: TriedConnection, _ facts: Facts, _ options: ConformanceOptions
    ) async throws -> ActionPlan? {
        let ids = facts.stores.filter { $0["capabilities"]?["dispatch"]?.flag == true }.compactMap { $0["id"]?.text }
        var best: (plan: ActionPlan, rank: Int)?
        for id in options.store.map({ [$0] }) ?? ids {
            var candidates = options.action.map { [$0] } ?? []
            if candidates.isEmpty, facts.methods.contains("action/schema") {
                let schema = try await peer.ask("action/schema", ["store": .string(id)])["schema"] ?? .null
                candidates = Array(ShapeValues.values(of: schema).prefix(candidateLimit))
            }
            guard let found = try await ranked(candidates, of: id, peer) else { continue }
            if found.rank > best?.rank ?? -1 { best = found }
            if best?.rank == 3 { break }
        }
        return best?.plan
    }

    private static func ranked(
        _ candidates: [Value], of store: String, _ peer: TriedConnection
    ) async throws -> (plan: ActionPlan, rank: Int)? {
        var ranked: [(action: Value, rank: Int)] = []
        for action in candidates {
            let id = try await peer.post(
                "action/dispatch", ["store": .string(store), "action": action, "dryRun": true])
            switch try await peer.answer(to: id).content {
            case .result(let result):
                let isChanging = result["changed"]?.flag == true
                let isQuiet = result["effects"]?.list?.isEmpty ?? true
                let isTaken = result["error"] == nil
                ranked.append((action, !isTaken ? 0 : isQuiet ? (isChanging ? 3 : 2) : 1))
            // Without dry runs, the first action that can be made is used.
            case .refusal(let refusal) where refusal.code == -33011: ranked.append((action, 1))
            case .refusal, .notification: break
            }
        }
        guard let top = ranked.map(\.rank).max() else { return nil }
        let kept = ranked.filter { $0.rank >= min(top, 2) }.sorted { $0.rank > $1.rank }
        return (ActionPlan(store: store, actions: kept.map(\.action)), top)
    }
}
