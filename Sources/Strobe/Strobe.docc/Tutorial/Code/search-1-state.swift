import Strobe

struct Search {
    struct State: Equatable, Sendable {
        var text = ""
        var results: [String] = []
        var isSearching = false
    }
}
