import Strobe

struct Search: Reducer {
    struct State: Equatable, Sendable {
        var text = ""
        var results: [String] = []
        var isSearching = false
    }

    enum Action: Equatable, Sendable {
        case typed(String)
        case found([String])
    }

    func reduce(_ state: inout State, _ action: Action) throws -> [Never] {
        switch action {
        case .typed(let text):
            state.text = text
            state.isSearching = true
            return []
        case .found(let results):
            state.results = results
            state.isSearching = false
            return []
        }
    }
}
