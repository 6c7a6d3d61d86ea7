import Foundation

/// The pictures of widgets, beside the store: the state names them, and what shows a row asks for them here.
@MainActor
final class WidgetImages {
    private let load: @Sendable (String) async throws -> Data
    private var images: [String: Data] = [:]
    /// The names of pictures that are on their way.
    private(set) var loading: Set<String> = []

    /// Makes an empty cache.
    ///
    /// - Parameter load: Fetches the picture of a name.
    init(load: @escaping @Sendable (String) async throws -> Data) {
        self.load = load
    }

    /// The picture of a name, if it is here; if it is neither here nor on its way, it is fetched.
    ///
    /// - Parameters:
    ///   - id: The name, as the state has it.
    ///   - ready: Called when the picture that this call had fetched has come. If it could not be fetched, the next call
    ///     tries again.
    func image(_ id: String, ready: @escaping @MainActor () -> Void) -> Data? {
        if images[id] == nil, loading.insert(id).inserted {
            Task {
                let image = try? await load(id)
                images[id] = image
                loading.remove(id)
                if image != nil { ready() }
            }
        }
        return images[id]
    }
}
