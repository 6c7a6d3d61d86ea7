import LineEditing

/// A console that changes what goes to another one, which does all else.
protocol WrappingConsole: Console {
    var base: any Console { get }
}

extension WrappingConsole {
    var width: Int { base.width }
    var reportWidth: Int { base.reportWidth }
    var isBroken: Bool { base.isBroken }
    var printed: Int { base.printed }
    var status: StatusLine? { base.status }
    var rows: Int? { base.rows }
    var lineEditor: LineEditor? { base.lineEditor }
    func edit(_ text: String) async throws(InspectorError) -> String { try await base.edit(text) }
    func print(machineLine: String) { base.print(machineLine: machineLine) }
    func report(_ lines: [StyledText]) { base.report(lines) }
    func report(machineLine: String) { base.report(machineLine: machineLine) }
}
