import InspectorCore
import LineEditing
import StrobeProtocol
import StrobeTree

/// Which entries the log of the screen shows.
struct ScreenFilter: Sendable, Hashable {
    /// As typed.
    var text: String
    /// What it means, in a few words.
    var meaning: String
    /// The filter for each store; stores without one are not shown.
    var stores: [String: LogList.Filter]
}

/// What the details are about.
struct ScreenSubject: Sendable, Hashable {
    var store: String
    /// The entry, and the state after it; `nil` for the live state.
    var seq: Int?
    /// The last seq, if the state is the live one.
    var head: Int?
    /// The part of the state, from one of its elements on.
    var path = Path.root
    var start = 0
    var hasEntry: Bool
    var hasState: Bool
}

/// The details of a subject, as the server answered.
struct ScreenDetail: Sendable {
    var subject: ScreenSubject
    var entry: Result<LogGet.Result, InspectorError>?
    var state: Result<StateTree.Result, InspectorError>?
    var notation = Notation()
}

/// What happens to the screen.
enum ScreenInput: Sendable {
    case event(ScreenEvent)
    /// The stores as they are now; `now` is a time in seconds, for rates.
    case stores([StoreDescription], now: Double)
    case page(LogList.Result, store: String, ScreenLog.Span, generation: Int)
    /// The pages of each store around an entry.
    case sought(ScreenLog.ID, [String: (before: LogList.Result, after: LogList.Result)], generation: Int)
    case gate(GateDescription, store: String, Notation)
    case detail(ScreenDetail)
    case found(ScreenLog.ID?)
    case filtered(ScreenFilter)
    case message(StyledText)
    /// Something failed, maybe a page of a store.
    case failed(InspectorError, page: String? = nil, generation: Int = 0)
    case lost(String)
    case returned
}

/// What the screen asks for.
enum ScreenRequest: Sendable, Hashable {
    case page(store: String, ScreenLog.Span, count: Int, LogList.Filter?, generation: Int)
    /// The pages around an entry.
    case seek(ScreenLog.ID, filters: [String: LogList.Filter], stores: [String], count: Int, generation: Int)
    case detail(ScreenSubject)
    /// The next or previous entry that changed something at a path.
    case find(store: String, from: Int, isForward: Bool, LogList.Filter)
    /// What a typed filter means.
    case filter(String)
    /// A command, with a store as the current one.
    case command(String, store: String)
    /// Edits a held action at the prompt.
    case edit(Int, store: String)
    /// Moves the session to a position; `nil` is the live state.
    case move(store: String, seq: Int?)
    case leave

    /// Whether the view ends with it, maybe for a while.
    var endsView: Bool {
        if case .edit = self { true } else { self == .leave }
    }
}
