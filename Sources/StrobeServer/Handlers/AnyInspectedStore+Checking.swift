internal import StrobeHistory
internal import StrobeProtocol
internal import StrobeTree

extension AnyInspectedStore {
    /// Checks something against the shapes of the store, and against its current state if they refuse it.
    ///
    /// - Parameter paths: The paths that are named in it.
    func checking<Result>(
        _ paths: [Path], _ check: (StoreShapes) throws(ProtocolError) -> Result
    ) async throws -> Result {
        var shapes = StoreShapes(state: certainShape, action: actionSchema)
        do {
            return try check(shapes)
        } catch {
            guard let root = try? await state(at: Position(nil)).node else { throw error }
            shapes.present = Set(paths.filter { (try? root.descendant(at: $0)) != nil })
        }
        return try check(shapes)
    }

    /// Refuses a path at which there can never be anything, whatever the state.
    ///
    /// - Parameters:
    ///   - parameter: The parameter that has it, for the error.
    ///   - isWatched: Whether the question is what changed there, which is not reported for hidden values.
    func check(_ path: Path, of parameter: String, isWatched: Bool = false) async throws {
        try await checking([path]) { shapes throws(ProtocolError) in try shapes.check(path, of: parameter) }
        guard isWatched, try await covers(path, at: .live) else { return }
        throw ProtocolError(
            .invalidParams, "`\(parameter)`: \(path.swiftStyle) is hidden, and changes of that are not shown.",
            data: ["path": .string("/\(parameter)")])
    }

    /// A condition read by the types of what it names.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter, for the error.
    ///   - text: Its value.
    ///   - points: The states that it is about, as far as they show what is hidden.
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
}

extension AnyInspectedStore {
    /// Refuses a condition that checks whether something hidden changed.
    ///
    /// - Parameter points: The states, one of which is examined.
    func refuseHiddenChanges(
        in condition: Condition, of parameter: String, at points: [Position] = [.live]
    ) async throws {
        for path in condition.changedPaths where !path.isRoot {
            guard try await hides(path, at: points) else { continue }
            throw ProtocolError(
                .invalidParams,
                "`\(parameter)`: \(path.swiftStyle) is hidden, or something in it, and changes of that are not shown.",
                data: ["path": .string("/\(parameter)")])
        }
    }
}
