import Strobe

/// What can happen to the items screen.
enum ItemsEvent: KindedByName, Codable, Equatable {
    /// The user wants it to load again.
    case load
    case loaded([Item])
    case failed(reason: String)

    /// The events without what is in them.
    enum Kind: CaseIterable { case load, loaded, failed }
}
