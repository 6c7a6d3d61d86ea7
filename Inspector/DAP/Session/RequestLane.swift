/// Requests that wait for each other.
struct RequestLane: Sendable {
    /// How many may wait.
    static let limit = 1_000

    var waiting: [AdapterRequest] = []
    var current: (seq: Int64, task: Task<Void, Never>)?

    /// Lets a request wait.
    ///
    /// - Returns: `false` if too many do.
    mutating func add(_ request: AdapterRequest) -> Bool {
        guard waiting.count < Self.limit else { return false }
        waiting.append(request)
        return true
    }

    /// Takes a request out that has not begun.
    mutating func remove(_ seq: Int64) -> AdapterRequest? {
        waiting.firstIndex { $0.seq == seq }.map { waiting.remove(at: $0) }
    }
}
