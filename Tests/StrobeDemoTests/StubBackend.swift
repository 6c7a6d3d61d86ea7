import Foundation

@testable import StrobeDemo

/// A backend that answers as a test says.
struct StubBackend: BackendAccess {
    /// Returns what is at a path.
    let resource: @Sendable (_ path: String) async throws -> any Encodable & Sendable

    func get(_ path: String) async throws -> Data {
        try JSONEncoder().encode(try await resource(path))
    }

    func post(_ path: String, _ body: some Encodable & Sendable) async throws -> Data {
        try await get(path)
    }
}
