import Strobe
import StrobeHistory

/// Collects the divergences that a history reports.
final class DivergenceReports: Sendable {
    private let stream: AsyncStream<Divergence>

    init(_ history: History<Lab, LabAction, Never>) {
        let (stream, continuation) = AsyncStream.makeStream(of: Divergence.self)
        self.stream = stream
        history.onDivergence { continuation.yield($0) }
    }

    func first() async -> Divergence? {
        for await divergence in stream { return divergence }
        return nil
    }
}
