internal import Strobe
internal import StrobeProtocol

extension StateSet: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let feed = try session.feed(for: store)
        let result = try await feed.target.set(value, at: path, ifSeq: ifSeq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}

extension ActionRedo: Answering {
    func answer(in session: ClientSession) async throws -> ActionDispatch.Result {
        let feed = try session.feed(for: store)
        _ = try feed.target.seq(of: .seq(seq), "seq")
        let changes = changes ?? []
        guard dryRun != true else { return try await feed.target.dryRedo(seq, changes, ifSeq: ifSeq) }
        let result = try await feed.target.redo(
            seq, changes, origin: origin == "script" ? .script : .inspector, ifSeq: ifSeq)
        await feed.waitUntilTold(result.seq)
        return result
    }
}
