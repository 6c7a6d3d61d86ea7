import Foundation
import Strobe

/// Completes the profile's state machine: it performs the effects away from the main thread, sends what comes back as a
/// command, and delivers each view model on the main queue.
final class ProfileInteractor: Sendable {
    let store: Store<ProfileReducer.State, ProfileReducer.Command, ProfileReducer.Effect>
    private let display: StoreSubscription

    /// Makes an interactor.
    ///
    /// - Parameters:
    ///   - load: Asks for the profile.
    ///   - executor: Where it asks.
    ///   - display: Called with the present view model, and with each different one that follows.
    init(
        load: @escaping @Sendable () async throws -> User, executor: any TaskExecutor,
        display: @escaping @MainActor (ProfileViewModel) -> Void
    ) {
        store = Store(initial: ProfileReducer.State(), effect: \.effect, reduce: ProfileReducer.reduce)
        self.display = store.subscribe(to: \.viewModel, on: .mainActor, initial: true) { viewModel in
            MainActor.assumeIsolated { display(viewModel) }
        }
        store.setEffectHandler(
            executor: executor,
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
