/// The tools, in the order in which they are listed.
struct AgentToolTable: Sendable {
    /// The tools that only read.
    static let reading: [AgentTool] = [
        .listStores, .readStore, .readState, .diffStates, .listLog, .readEntry, .blamePath, .search, .findState,
        .listActions, .tryAction, .tryHistory, .minimizeHistory, .verifyHistory, .readGraph, .waitFor, .help,
    ]
    /// The tools that change something.
    static let writing: [AgentTool] = [.sendAction, .setState, .restoreState, .captureStop, .gate, .cancelEffect]

    /// The tools that are there, which depends on the command line alone.
    let tools: [AgentTool]

    /// Creates the table of a server.
    init(_ options: AgentOptions) {
        tools = Self.reading + (options.isControlling && !options.isRecordedOnly ? Self.writing : [])
    }

    /// The tool of a name.
    func tool(_ name: String) -> AgentTool? { tools.first { $0.name == name } }
}
