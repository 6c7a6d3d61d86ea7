import Foundation
import NIOPosix
import Strobe

/// What designs ask for resources: the demo's backend, or what a test has in its place.
protocol BackendAccess: Sendable {
    /// The body of the answer to a GET.
    func get(_ path: String) async throws -> Data

    /// The body of the answer to a POST.
    func post(_ path: String, _ body: some Encodable & Sendable) async throws -> Data
}

extension BackendClient: BackendAccess {}

/// The backend as a dependency of stores.
enum BackendKey: DependencyKey {
    /// One that cannot be reached: the demo sets the one that it has started.
    static let liveValue: any BackendAccess = BackendClient(group: MultiThreadedEventLoopGroup.singleton, port: 0)
}

extension Dependencies {
    /// The backend.
    var backend: any BackendAccess {
        get { self[BackendKey.self] }
        set { self[BackendKey.self] = newValue }
    }
}
