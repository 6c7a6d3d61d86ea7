internal import StrobeTree

/// An action that can be dispatched, with the result of a dry run.
struct Candidate: Sendable {
    var store: Value
    var action: Value
    /// The result of its dry run.
    var trial: Value.Object

    /// The maximum number of actions tested for each store.
    private static let actionLimit = 60
    /// The maximum number of stores whose actions are tested.
    private static let storeLimit = 20

    /// The candidates of all stores, or of the store chosen by the options, in the order of the stores.
    ///
    /// - Parameter stores: The stores to examine; by default, all.
    static func all(_ bench: Bench, _ peer: TriedConnection, of stores: [Value]? = nil) async throws -> [Candidate] {
        var found: [Candidate] = []
        let there = bench.facts.stores.filter { $0["capabilities"]?["dispatch"]?.flag == true }.compactMap { $0["id"] }
        let chosen = stores ?? bench.options.store.map { [.string($0)] } ?? there
        for store in chosen.prefix(storeLimit) {
            var actions = bench.options.action.map { [$0] } ?? []
            if actions.isEmpty, bench.facts.methods.contains("action/schema") {
                let schema = try await peer.ask("action/schema", ["store": store])["schema"] ?? .null
                actions = ShapeValues.values(of: schema)
            }
            for action in actions.prefix(actionLimit) {
                let id = try await peer.post(
                    "action/dispatch", ["store": store, "action": action, "dryRun": true])
                // Not every store has dry runs, and not every generated action fits.
                guard case .result(let trial) = try await peer.answer(to: id).content else { continue }
                found.append(Candidate(store: store, action: action, trial: trial))
            }
        }
        return found
    }

    /// Dispatches the action.
    ///
    /// - Parameter seq: The seq that the store must be at; `nil` for any.
    func dispatch(_ peer: TriedConnection, ifSeq seq: Value? = nil) async throws -> Message {
        var params: Value.Object = ["store": store, "action": action, "origin": "script"]
        if let seq { params["ifSeq"] = seq }
        return try await peer.answer(to: try await peer.post("action/dispatch", params))
    }
}
