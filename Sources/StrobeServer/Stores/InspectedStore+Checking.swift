internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeReflection
internal import StrobeTree

/// Refuses what can never hold for the store, and queries about redacted values.
extension InspectedStore {
    /// Checks something against the shapes of the store, and against its current state if the shapes refuse it.
    ///
    /// - Parameter paths: The paths in it.
    func checking<Result>(
        _ paths: [Path], _ check: (StoreShapes) throws(ProtocolError) -> Result
    ) async throws -> Result {
        var shapes = StoreShapes(state: certainShape, action: actions.schema)
        do {
            return try check(shapes)
        } catch {
            guard let root = try? await state(at: .live).node else { throw error }
            shapes.present = Set(paths.filter { (try? root.descendant(at: $0)) != nil })
        }
        return try check(shapes)
    }

    /// Refuses a path that can never exist in any state.
    ///
    /// - Parameters:
    ///   - parameter: The name of its parameter, for the error.
    ///   - isWatched: Whether the request is for changes of the path, which are not reported for redacted values.
    func check(_ path: Path, of parameter: String, isWatched: Bool = false) async throws {
        try await checking([path]) { shapes throws(ProtocolError) in try shapes.check(path, of: parameter) }
        guard isWatched, try await isHidden(path, at: [.live], by: \.isRedacted) else { return }
        throw ProtocolError(
            .invalidParams, "`\(parameter)`: \(path.swiftStyle) is hidden: its changes are not shown.",
            data: ["path": .string("/\(parameter)")])
    }

    func check(_ subscription: Subscribe) async throws {
        for (index, path) in (subscription.paths ?? []).enumerated() {
            try await check(path, of: "paths/\(index)", isWatched: true)
        }
        if let seq = try checked(subscription.fromSeq, "fromSeq"), seq < baseSeq {
            throw ProtocolError.seqEvicted(seq, firstSeq: baseSeq)
        }
    }

    /// A condition with its literals parsed by the types of its paths.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter, for the error.
    ///   - text: Its value.
    ///   - points: The states it is about, to the extent that they show what is redacted.
    /// - Throws: `invalidParams` for a condition that cannot be parsed, or can never be true.
    func condition(
        of parameter: String, _ text: String, at points: [Position] = [.live]
    ) async throws -> Condition {
        let condition = try Condition(of: parameter, text)
        try await refuseHiddenChanges(in: condition, of: parameter, at: points)
        return try await checking(condition.paths) { shapes throws(ProtocolError) in
            try shapes.checked(condition, of: parameter)
        }
    }

    /// Refuses a condition that checks whether a redacted value changed.
    ///
    /// - Parameter points: The states, one of which is examined.
    func refuseHiddenChanges(
        in condition: Condition, of parameter: String, at points: [Position] = [.live]
    ) async throws {
        for path in condition.changedPaths where !path.isRoot {
            guard try await hides(path, at: points) else { continue }
            throw ProtocolError(
                .invalidParams,
                "`\(parameter)`: \(path.swiftStyle) is hidden, or has hidden parts: their changes are not shown.",
                data: ["path": .string("/\(parameter)")])
        }
    }

    /// Whether a value at or below a path is redacted in some states, or always; decided by places and types, never by
    /// redacted values.
    ///
    /// - Complexity: O(*n*) in the number of parts up to the first redacted one, up to a limit, beyond which the answer
    ///   is yes.
    func hides(_ path: Path?, at points: [Position]) async throws -> Bool {
        var parts = HiddenParts()
        return try await isHidden(path ?? .root, at: points) { parts.contains($0) }
    }

    private func isHidden(_ path: Path, at points: [Position], by hides: (Node) -> Bool) async throws -> Bool {
        guard redaction.mayHide(at: path, in: certainShape) else { return false }
        if redaction.hides(path, in: stateShape) { return true }
        for point in points {
            try Task.checkCancellation()
            guard let root = try? await state(at: point).node else {
                if redaction.hides(path) { return true }
                continue
            }
            var node: Node? = root
            for token in path.tokens {
                // The parts of a redacted value are not shown, nor is whether this one exists.
                if node?.isRedacted == true { return true }
                node = try? node?.child(token)
            }
            if let node, hides(node) { return true }
        }
        return false
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
            refusal.message = "`\(parameter)` is not a condition: \(error.message)"
            refusal.data["path"] = .string("/\(parameter)")
            throw refusal
        }
    }
}
