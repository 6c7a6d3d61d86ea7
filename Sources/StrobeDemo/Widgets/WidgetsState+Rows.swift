import Foundation

extension WidgetsState {
    /// What a view shows of it: the state itself is model data, and knows nothing of rows.
    ///
    /// - Parameter image: Asked for the picture of each row that is shown.
    func rows(image: (String) -> Data? = { _ in nil }) -> [String] {
        var rows: [String] = []
        for widget in widgets {
            let picture = image(widget.imageID).map { " (a picture of \($0.count) bytes)" } ?? ""
            rows.append((widget.id == selection ? "▸ " : "  ") + widget.name + picture)
            if widget.id == selection { rows.append("    " + detailsText) }
        }
        return switch loadState {
        case .idle, .loaded: rows
        case .loading: rows + ["Loading…"]
        case .failed(let reason): rows + [reason]
        }
    }

    /// What is shown below the chosen widget.
    private var detailsText: String {
        switch details {
        case nil: "…"
        case .loaded(let details): "\(details.text), $\(details.price)"
        case .failed(_, let reason): reason
        }
    }
}
