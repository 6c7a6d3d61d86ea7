import Strobe

/// What can happen to the items screen.
enum ItemsEvent: Codable, Sendable, Equatable {
    /// The user wants it to load again.
    case load
    case loaded([Item])
    case failed(reason: String)
}

extension ItemsEvent: KindedByName {
    /// The events without what is in them.
    enum Kind: String, Sendable, CaseIterable {
        case load, loaded, failed
    }
}
