/// How many stores of one process are examined; no program has as many.
enum StoreLimit {
    static let count = 10_000
}
