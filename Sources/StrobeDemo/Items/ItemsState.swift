import Strobe

/// What the items screen can be in: exactly one of four states, each with what it needs and nothing that it does not.
///
/// The article counts 24 states of four parts that are each shown or hidden, by factorial; they have 2⁴ = 16. By either
/// count four are meant, and the rest are degenerate. Its code begins in `empty` and its figure in `loading`, as this does.
/// Its `error` has an `Error`, so that states cannot be compared; this one has its text.
enum ItemsState: KindedByName, Codable, Equatable {
    case loading
    case showingData([Item])
    case empty
    case error(reason: String)

    /// The states without what is in them.
    enum Kind: CaseIterable { case loading, showingData, empty, error }
}
