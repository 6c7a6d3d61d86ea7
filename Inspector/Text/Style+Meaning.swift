import LineEditing

/// The styles of text by meaning.
extension Style {
    static let plain: Style = []
    static let strong: Style = .bold
    static let type: Style = .dim
    static let number: Style = .cyan
    static let string: Style = .magenta
    static let enumCase: Style = .blue
    static let added: Style = .green
    static let removed: Style = .red
    static let changed: Style = .yellow
    static let failure: Style = [.bold, .red]
    static let store: Style = [.bold, .green]
    static let past: Style = [.bold, .yellow]
}
