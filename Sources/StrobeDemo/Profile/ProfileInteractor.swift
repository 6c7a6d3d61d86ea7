import Foundation

/// Performs the profile's effects: asks the backend and turns its answer into the next command.
struct ProfileInteractor: Sendable {
    let backend: BackendClient

    /// The command that an effect comes back as; a failure is a command like any other.
    func perform(_ effect: ProfileReducer.Effect) async -> ProfileReducer.Command {
        switch effect {
        case .load:
            do {
                let body = try await backend.get(BackendRoute.profile.path)
                return .loaded(try JSONDecoder().decode(User.self, from: body))
            } catch let error as BackendError {
                return .failed(reason: error.message)
            } catch {
                return .failed(reason: "The profile that came back could not be read.")
            }
        }
    }
}
