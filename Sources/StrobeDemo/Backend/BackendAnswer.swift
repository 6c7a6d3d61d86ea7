import Foundation
import NIOHTTP1

/// What the demo's backend answers.
enum BackendAnswer: Equatable {
    case success(Data)
    case image(Data)
    /// The client is refused.
    case refused
    /// The backend is out of order for the moment.
    case unavailable
    /// There is no such resource.
    case unknown

    /// An answer with a value as JSON.
    static func json(_ value: some Encodable) -> BackendAnswer {
        (try? JSONEncoder().encode(value)).map(BackendAnswer.success) ?? .unavailable
    }

    /// The status line.
    var status: HTTPResponseStatus {
        switch self {
        case .success, .image: .ok
        case .refused: .unauthorized
        case .unavailable: .serviceUnavailable
        case .unknown: .notFound
        }
    }

    /// The body; empty but for a success and an image.
    var body: Data {
        switch self {
        case .success(let data), .image(let data): data
        case .refused, .unavailable, .unknown: Data()
        }
    }

    /// What the body is.
    var contentType: String {
        if case .image = self { "image/svg+xml" } else { "application/json" }
    }
}
