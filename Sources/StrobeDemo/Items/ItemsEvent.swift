import Strobe

/// What can happen to the items screen.
enum ItemsEvent: Codable, Sendable, Equatable {
    /// The screen appeared, or the user wants it to try again.
    case load
    case loaded([Item])
    case failed(reason: String)
}

extension ItemsEvent: Kinded {
    /// The events without what is in them.
    enum Kind: String, Sendable, CaseIterable {
        case load, loaded, failed
    }

    var kind: Kind {
        switch self {
        case .load: .load
        case .loaded: .loaded
        case .failed: .failed
        }
    }
}
