import Foundation

/// The pictures of widgets, beside the store: the state names them, and what shows a row asks for them here.
@MainActor
final class WidgetImages {
    private let load: @Sendable (String) async throws -> Data
    private var images: [String: Data] = [:]
    private var waiting: [String: [@MainActor () -> Void]] = [:]
    /// Whether a picture is on its way.
    var isLoading: Bool { !waiting.isEmpty }

    /// Makes an empty cache.
    ///
    /// - Parameter load: Fetches the picture of a name.
    init(load: @escaping @Sendable (String) async throws -> Data) {
        self.load = load
    }

    /// The picture of a name, if it is here; if not, it is fetched.
    ///
    /// - Parameters:
    ///   - id: The name, as the state has it.
    ///   - ready: Called when it has come; not if it could not be fetched, in which case the next caller has it fetched again.
    func image(_ id: String, ready: @escaping @MainActor () -> Void) -> Data? {
        if let image = images[id] { return image }
        waiting[id, default: []].append(ready)
        if waiting[id]?.count == 1 { Task { await fetch(id) } }
        return nil
    }

    private func fetch(_ id: String) async {
        let image = try? await load(id)
        images[id] = image
        let callers = waiting.removeValue(forKey: id) ?? []
        if image != nil { for ready in callers { ready() } }
    }
}
