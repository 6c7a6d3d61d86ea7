import StrobeClient
package import StrobeProtocol
package import StrobeRecording
import StrobeTree

/// The mapping of recorded stores to stores of the process, with grades of how well they fit.
package struct ReplayPlan: Sendable {
    package var stores: [ReplayStore]
    /// The recorded stores that are skipped because the process has none like them.
    package var missing: [String]

    /// The worst grade of all.
    package var level: SchemaGrade.Level { stores.map(\.grade.level).max() ?? .fine }

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - present: The stores of the process.
    ///   - sender: Sends the requests to the process.
    /// - Throws: ``InspectorError`` (`usage`) if a named store does not exist; (`failed`) if there is nothing to
    ///   replay, or the first state is unknown.
    package static func make(
        of reader: RecordingReader, into present: [StoreDescription], of sender: some RequestSender,
        _ options: ReplayOptions
    ) async throws -> ReplayPlan {
        var plan = ReplayPlan(stores: [], missing: [])
        for (store, target) in try mapped(reader.stores, options) {
            guard let found = present.first(where: { $0.id == target }) else {
                guard options.stores.isEmpty else {
                    let ids = present.map(\.id).joined(separator: ", ")
                    throw InspectorError(.failed, "The process has no store \(target). It has \(ids).")
                }
                plan.missing.append(store.id)
                continue
            }
            plan.stores.append(try await planned(store, into: found, reader, sender, options))
        }
        guard !plan.stores.isEmpty else {
            let ids = plan.missing.joined(separator: ", ")
            throw InspectorError(
                .failed,
                ids.isEmpty
                    ? "The recording has no store to replay."
                    : "The process has none of the recorded stores \(ids). --store RECORDED=CURRENT maps one."
            )
        }
        return plan
    }

    /// The stores to replay, each with the id of its target.
    private static func mapped(
        _ stores: [RecordingReader.Store], _ options: ReplayOptions
    ) throws -> [(RecordingReader.Store, String)] {
        guard !options.stores.isEmpty else {
            if stores.count > 1, options.from != nil || options.to != nil {
                throw InspectorError(
                    .usage,
                    "--from and --to are seqs of one store: name it with --store. The recording has \(ids(stores)).")
            }
            return stores.map { ($0, $0.description.id) }
        }
        return try options.stores.map { pair in
            guard let store = stores.first(where: { $0.id == pair.recorded }) else {
                throw InspectorError(
                    .usage, "The recording has no store \(pair.recorded). It has \(ids(stores)).")
            }
            return (store, pair.target)
        }
    }

    private static func ids(_ stores: [RecordingReader.Store]) -> String {
        stores.map(\.id).joined(separator: ", ")
    }

    private static func planned(
        _ store: RecordingReader.Store, into target: StoreDescription, _ reader: RecordingReader,
        _ sender: some RequestSender, _ options: ReplayOptions
    ) async throws -> ReplayStore {
        let first = max(options.from ?? store.firstSeq &+ 1, 1)
        let last = min(options.to ?? store.lastSeq, store.lastSeq)
        if let from = options.from, from <= store.firstSeq || from > store.lastSeq {
            throw InspectorError(
                .usage,
                "--from \(from) is not in the recording of \(store.id), which has \(store.firstSeq &+ 1) to \(store.lastSeq)."
            )
        }
        let recorded = store.description
        let shapes = try? await sender.answer(ActionSchema(store: target.id)).result
        var grade = SchemaComparison.grade(
            actions: recorded.actionSchema, shapes?.schema, states: recorded.stateSchema, shapes?.state)
        if !target.capabilities.dispatch {
            grade.add(.impossible, target.actionType, "the store does not accept actions from clients")
        }
        if !target.capabilities.edit, options.putsInitial {
            grade.add(.risky, target.stateType, "the recorded state cannot be restored into the store")
        }
        return ReplayStore(
            recorded: store.id, target: target.id, range: first <= last ? first...last : nil,
            count: first <= last ? min((first...last).count, store.transitions) : 0, start: first - 1,
            grade: grade, notation: Notation(state: shapes?.state, action: shapes?.schema))
    }
}
