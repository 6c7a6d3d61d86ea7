/// What the editor said of itself.
struct EditorClient: Sendable {
    var pagesVariables = false
    var knowsInvalidated = false
    var knowsProgress = false
    var runsInTerminal = false
    var showsColour = false
    /// The first line and the first column.
    var firstLine = 1
    var firstColumn = 1

    init() {}

    init(_ arguments: Arguments) throws(AdapterError) {
        pagesVariables = try arguments.flag("supportsVariablePaging") ?? false
        knowsInvalidated = try arguments.flag("supportsInvalidatedEvent") ?? false
        knowsProgress = try arguments.flag("supportsProgressReporting") ?? false
        runsInTerminal = try arguments.flag("supportsRunInTerminalRequest") ?? false
        showsColour = try arguments.flag("supportsANSIStyling") ?? false
        firstLine = try arguments.flag("linesStartAt1") ?? true ? 1 : 0
        firstColumn = try arguments.flag("columnsStartAt1") ?? true ? 1 : 0
    }
}
