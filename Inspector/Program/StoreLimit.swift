/// The maximum number of stores of a process that are examined; far more than programs have.
enum StoreLimit {
    static let count = 10_000
}
