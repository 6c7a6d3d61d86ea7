import Foundation
import Strobe

/// Completes the profile's state machine: it performs the effects away from the main thread, and sends what comes back
/// as a command.
final class ProfileInteractor: Sendable {
    let store: Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>

    /// Makes an interactor.
    ///
    /// - Parameters:
    ///   - load: Asks for the profile.
    ///   - executor: Where it asks.
    init(load: @escaping @Sendable () async throws -> User, executor: any TaskExecutor) {
        store = Store(initial: ProfileReducer.State(), effect: \.effect, reduce: ProfileReducer.reduce)
        store.dependencies.executor = executor
        store.setEffectHandler(
            async: { effect, context in
                switch effect {
                case .load: context.dispatch(await Self.response(of: load))
                }
            })
    }

    /// Sends a command.
    func send(_ command: ProfileReducer.Command) {
        store.dispatch(command)
    }

    /// The command that a request comes back as; a failure is a command like any other.
    static func response(of load: () async throws -> User) async -> ProfileReducer.Command {
        do {
            return .loaded(try await load())
        } catch {
            return .failed(reason: BackendError.message(of: error))
        }
    }
}
