public struct Effect<Action>: Sendable {
    let runs: [@Sendable (Send<Action>) async -> Void]

    public static var none: Self { Self(runs: []) }

    /// The library reports errors that are not handled; this forgets them.
    public static func run(
        priority: TaskPriority? = nil, operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
        catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
    ) -> Self {
        Self(runs: [{ send in do { try await operation(send) } catch { await handler?(error, send) } }])
    }

    public func merge(with other: Self) -> Self { Self(runs: runs + other.runs) }
}

@MainActor
public struct Send<Action>: Sendable {
    let send: @MainActor @Sendable (Action) -> Void

    public init(send: @escaping @MainActor @Sendable (Action) -> Void) { self.send = send }

    public func callAsFunction(_ action: Action) {
        if !Task.isCancelled { send(action) }
    }
}
