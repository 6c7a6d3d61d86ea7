/// Loads the items, and returns the result as the event that brings it back.
///
/// The article's has a completion, of whose result the view controller makes a state.
struct ItemsService: Sendable {
    let backend: BackendClient

    /// Loads once; a failure is an event like any other.
    func load() async -> ItemsEvent {
        do {
            return .loaded(try await backend.get(.items))
        } catch {
            return .failed(reason: BackendError.message(of: error))
        }
    }
}
