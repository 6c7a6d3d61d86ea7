internal import StrobeProtocol
internal import StrobeTree

/// The shapes that clients' conditions are checked against.
struct StoreShapes: Sendable {
    var state: Schema
    var action: Schema
    /// Paths that exist in the current state, regardless of its shape.
    var present: Set<Path> = []

    /// A condition with its literals parsed by the types of its paths.
    ///
    /// - Parameter parameter: The name of its parameter, for the error.
    /// - Throws: `invalidParams` for a condition that can never be true.
    func checked(_ condition: Condition, of parameter: String) throws(ProtocolError) -> Condition {
        do throws(TreeError) {
            return try condition.checked(state: state, action: action, isThere: isThere).condition
        } catch {
            throw Self.refusal(error, parameter)
        }
    }

    /// An operand with its literals parsed by the types of its paths.
    func checked(_ value: ConditionValue) throws(TreeError) -> ConditionValue {
        try value.checked(state: state, action: action, isThere: isThere)
    }

    /// Refuses a path that can never exist.
    ///
    /// - Parameter parameter: The name of its parameter, for the error.
    func check(_ path: Path, of parameter: String) throws(ProtocolError) {
        do throws(TreeError) {
            try state.check(path)
        } catch {
            guard !isThere(path) else { return }
            throw Self.refusal(error, parameter)
        }
    }

    private func isThere(_ path: Path) -> Bool { present.contains(path) }

    private static func refusal(_ error: TreeError, _ parameter: String) -> ProtocolError {
        var refusal = ProtocolError(error, as: .invalidParams)
        refusal.message = error.message.prefix(1).uppercased() + error.message.dropFirst()
        refusal.data["path"] = .string("/\(parameter)")
        return refusal
    }
}
