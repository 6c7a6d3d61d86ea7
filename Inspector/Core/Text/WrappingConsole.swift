package import LineEditing

/// A console that changes what goes to another one, which does all else.
package protocol WrappingConsole: Console {
    var base: any Console { get }
}

extension WrappingConsole {
    package var width: Int { base.width }
    package var reportWidth: Int { base.reportWidth }
    package var isBroken: Bool { base.isBroken }
    package var printed: Int { base.printed }
    package var status: StatusLine? { base.status }
    package var rows: Int? { base.rows }
    package var lineEditor: LineEditor? { base.lineEditor }
    package func edit(_ text: String) async throws(InspectorError) -> String { try await base.edit(text) }
    package func print(machineLine: String) { base.print(machineLine: machineLine) }
    package func report(_ lines: [StyledText]) { base.report(lines) }
    package func report(machineLine: String) { base.report(machineLine: machineLine) }
}
