import Synchronization

@testable import StrobeDemo

/// A provider that answers when a test tells it to.
final class StubProvider: WidgetProviding {
    private struct Contents {
        var requests = 0
        var waiting: [CheckedContinuation<[Widget], any Error>] = []
        var answers: [Result<[Widget], any Error>] = []
    }

    private let contents = Mutex(Contents())

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
}
