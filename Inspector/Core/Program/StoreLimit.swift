/// The maximum number of stores of a process that are examined; far more than programs have.
package enum StoreLimit {
    package static let count = 10_000
}
