import Foundation

extension BackendAccess {
    /// Asks for a resource and reads it as JSON.
    ///
    /// - Throws: `BackendError`, or what is wrong with the JSON.
    func get<Resource: Decodable>(_ route: BackendRoute) async throws -> Resource {
        try JSONDecoder().decode(Resource.self, from: try await get(route.path))
    }
}
