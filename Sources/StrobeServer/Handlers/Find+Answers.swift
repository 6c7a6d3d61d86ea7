internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension HistoryFind: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        let to = try target.seq(of: to.map { .seq($0) }, "to") ?? target.seq
        let from = try target.seq(of: from.map { .seq($0) }, "from")
        guard from ?? 0 <= to else { throw wrong("from", isAfter: to) }
        return try await target.find(
            target.condition(of: "condition", condition, at: [.seq(from ?? target.baseSeq), .seq(to)]), from: from,
            to: to, last: last ?? false,
            monotone: monotone ?? false)
    }

    private func wrong(_ parameter: String, isAfter to: Int) -> ProtocolError {
        ProtocolError(
            .invalidParams, "The range begins with `\(parameter)`, which comes after its end at \(to).",
            data: ["path": .string("/\(parameter)"), "expected": .string("a seq up to \(to)")])
    }
}

extension StateBlame: Answering {
    func answer(in session: ClientSession) async throws -> Result {
        let target = try session.feed(for: store).target
        try await target.checkBlamed(path)
        let limit = min(limit ?? 10, session.server.configuration.limits.page)
        let point = try target.position(of: at, "at")
        var result: Result
        do {
            if case .branch(let name, let seq) = point {
                result = try await target.blame(path, inBranch: name, at: seq, limit: limit)
            } else {
                result = try await target.blame(path, at: target.seq(of: at, "at"), limit: limit)
            }
        } catch let error as HistoryError where error.tree?.code == .noSuchPath {
            // There may be something at it that is not shown.
            guard try await target.hides(path, at: [point]) else { throw error }
            let seq = try await target.state(at: point).seq
            return Result(path: path, seq: seq, entries: [], from: seq, incomplete: .hidden)
        }
        // Anything hidden earlier and not at that point was removed by one of the entries.
        let points = [point] + result.entries.map { point.before($0.entry.seq) }
        if try await target.hides(path, at: points) { result.incomplete = .hidden }
        return result
    }
}

extension Position {
    /// The state before an entry of the same branch, or of the log.
    fileprivate func before(_ seq: Int) -> Position {
        if case .branch(let name, _) = self { .branch(name, at: seq - 1) } else { .seq(seq - 1) }
    }
}

extension AnyInspectedStore {
    /// Refuses a path at which there can never be anything, with the likely one.
    fileprivate func checkBlamed(_ path: Path) async throws {
        do {
            try await check(path, of: "path")
        } catch let error as ProtocolError where error.code == .invalidParams {
            var there = try? await state(at: .live).node
            for token in path.tokens {
                guard let child = try? there?.child(token) else { break }
                there = child
            }
            var data: Value.Object = ["path": .string(there?.path.pointer ?? "")]
            data["suggestion"] = error.data["suggestion"]
            throw ProtocolError(.noSuchPath, error.message, data: data)
        }
    }
}

extension Condition {
    /// Parses the condition in a parameter.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter, for the error.
    ///   - text: Its value.
    init(of parameter: String, _ text: String) throws(ProtocolError) {
        do throws(TreeError) {
            try self.init(parsing: text)
        } catch {
            var refusal = ProtocolError(error, as: error.code == .tooLarge ? .tooLarge : .invalidParams)
            refusal.message = "`\(parameter)` is no condition: \(error.message)"
            refusal.data["path"] = .string("/\(parameter)")
            throw refusal
        }
    }
}
