import Foundation
import Strobe

/// Completes the profile's state machine: it performs the effects away from the main thread, and sends what comes back
/// as a command.
final class ProfileInteractor: Sendable {
    let store: Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>

    /// Makes an interactor.
    ///
    /// - Parameter dependencies: The backend that has the profile, and where it is asked.
    init(dependencies: Dependencies) {
        store = Store(initial: ProfileReducer.State(), effect: \.effect, reduce: ProfileReducer.reduce)
        store.dependencies = dependencies
        store.setEffectHandler { effect, context in
            switch effect {
            case .load:
                context.dispatch(await Self.response { try await context.dependencies.backend.get(.profile) })
            }
        }
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
