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

    enum Effect: Equatable, Sendable {
        case find(String)
    }

    func reduce(_ state: inout State, _ action: Action) throws -> [Effect] {
        switch action {
        case .typed(let text):
            state.text = text
            state.isSearching = true
            return [.find(text)]
        case .found(let results):
            guard state.isSearching else { try reject("nothing is searched for") }
            state.results = results
            state.isSearching = false
            return []
        }
    }
}

struct SearchService: Sendable {
    var find: @Sendable (String) async -> [String]

    func perform(_ effect: Search.Effect, _ context: EffectContext<Search.Action>) async {
        switch effect {
        case .find(let text):
            context.dispatch(.found(await find(text)))
        }
    }
}
