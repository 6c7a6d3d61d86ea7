/// Requests that wait for each other.
struct RequestLane: Sendable {
    var waiting: [AdapterRequest] = []
    var current: (seq: Int64, task: Task<Void, Never>)?

    /// Takes a request out that has not begun.
    mutating func remove(_ seq: Int64) -> AdapterRequest? {
        waiting.firstIndex { $0.seq == seq }.map { waiting.remove(at: $0) }
    }
}
