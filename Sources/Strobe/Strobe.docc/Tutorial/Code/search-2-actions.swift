import Strobe

struct Search {
    struct State: Equatable, Sendable {
        var text = ""
        var results: [String] = []
        var isSearching = false
    }

    enum Action: Equatable, Sendable {
        case typed(String)
        case found([String])
    }
}
