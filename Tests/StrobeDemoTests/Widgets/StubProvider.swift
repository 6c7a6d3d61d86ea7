import Synchronization

@testable import StrobeDemo

/// A provider that answers when a test tells it to.
final class StubProvider: WidgetProviding, WidgetDetailsProviding {
    private struct Contents {
        var requests = 0
        var waiting: [CheckedContinuation<[Widget], any Error>] = []
        var answers: [Result<[Widget], any Error>] = []
    }

    private let contents = Mutex(Contents())
    private let provide: @Sendable (Widget.ID) async throws -> WidgetDetails

    /// Makes a provider.
    ///
    /// - Parameter details: Answers requests for details; by default, none is answered.
    init(details: @escaping @Sendable (Widget.ID) async throws -> WidgetDetails = StubProvider.never) {
        provide = details
    }

    /// Answers no request: it ends when it is cancelled.
    @Sendable static func never(_: Widget.ID) async throws -> WidgetDetails {
        for await _ in AsyncStream.makeStream(of: Void.self).stream {}
        throw CancellationError()
    }

    /// The number of requests.
    var requests: Int { contents.withLock { $0.requests } }

    /// Answers the first open request, or else the next one.
    func answer(_ answer: Result<[Widget], any Error>) {
        let request = contents.withLock { contents in
            guard contents.waiting.isEmpty else { return contents.waiting.removeFirst() as CheckedContinuation? }
            contents.answers.append(answer)
            return nil
        }
        request?.resume(with: answer)
    }

    func widgets() async throws -> [Widget] {
        try await withCheckedThrowingContinuation { continuation in
            let answer = contents.withLock { contents in
                contents.requests += 1
                guard contents.answers.isEmpty else { return contents.answers.removeFirst() as Result? }
                contents.waiting.append(continuation)
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    func details(of id: Widget.ID) async throws -> WidgetDetails {
        try await provide(id)
    }
}
