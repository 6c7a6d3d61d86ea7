import Strobe

/// What the items screen can be in: exactly one of four states, each with what it needs and nothing that it does not.
///
/// The article's code begins in `empty` and its figure in `loading`, as this does. Its `error` has an `Error`, so that states
/// cannot be compared; this one has its text.
enum ItemsState: Codable, Sendable, Equatable {
    case loading
    case showingData([Item])
    case empty
    case error(reason: String)
}

extension ItemsState: KindedByName {
    /// The states without what is in them.
    enum Kind: String, Sendable, CaseIterable {
        case loading, showingData, empty, error
    }
}
