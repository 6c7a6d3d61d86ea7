package import LineEditing
import Synchronization

/// The styles of text by meaning.
extension Style {
    /// What has a style that the user may choose.
    package enum Meaning: String, CaseIterable, Sendable {
        case type, number, string
        case enumCase = "case"
        case added, removed, changed, failure, match, store, past
    }

    private static let palette = Mutex<[Meaning: Style]>([
        .type: .dim, .number: .cyan, .string: .magenta, .enumCase: .blue, .added: .green, .removed: .red,
        .changed: .yellow, .failure: [.bold, .red], .match: [.bold, .underlined], .store: [.bold, .green],
        .past: [.bold, .yellow],
    ])

    private static let names: [(name: String, style: Style)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underlined", .underlined), ("inverse", .inverse),
        ("red", .red), ("green", .green), ("yellow", .yellow), ("blue", .blue), ("magenta", .magenta), ("cyan", .cyan),
        ("grey", .grey),
    ]

    package static let plain: Style = []
    package static let strong: Style = .bold
    package static var type: Style { of(.type) }
    package static var number: Style { of(.number) }
    package static var string: Style { of(.string) }
    package static var enumCase: Style { of(.enumCase) }
    package static var added: Style { of(.added) }
    package static var removed: Style { of(.removed) }
    package static var changed: Style { of(.changed) }
    package static var failure: Style { of(.failure) }
    package static var match: Style { of(.match) }
    package static var store: Style { of(.store) }
    package static var past: Style { of(.past) }

    /// The style of a meaning.
    package static func of(_ meaning: Meaning) -> Style { palette.withLock { $0[meaning] ?? plain } }

    /// Sets the style of a meaning, in the whole process.
    package static func set(_ style: Style, for meaning: Meaning) { palette.withLock { $0[meaning] = style } }

    /// The style with the given names, such as `bold yellow`.
    ///
    /// - Throws: ``InspectorError`` (`usage`) if one of them is none.
    package init(named text: String) throws(InspectorError) {
        self = []
        for word in text.split(whereSeparator: \.isWhitespace) where word != "plain" {
            guard let style = Self.names.first(where: { $0.name == word })?.style else {
                let names = Self.names.map(\.name) + ["plain"]
                throw InspectorError(.usage, "There is no style `\(word)`. There are \(names.joined(separator: ", ")).")
            }
            insert(style)
        }
    }

    /// The names of the style, such as `bold yellow`.
    package var names: String {
        let parts = Self.names.filter { contains($0.style) }.map(\.name)
        return parts.isEmpty ? "plain" : parts.joined(separator: " ")
    }
}
