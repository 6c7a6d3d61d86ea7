/// How many stores of one process are looked at; no program has as many.
enum StoreLimit {
    static let count = 10_000
}
