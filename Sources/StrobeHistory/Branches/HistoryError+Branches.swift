extension HistoryError {
    static func noSuchBranch(_ name: String, among known: [String]) -> HistoryError {
        let list = known.isEmpty ? "there are none" : "there are \(known.prefix(20).joined(separator: ", "))"
        return HistoryError(.noSuchBranch, "There is no branch \(name.prefix(64)): \(list).")
    }

    static func invalidEdit(_ message: String) -> HistoryError { HistoryError(.invalidEdit, message) }

    static func notReplayable(_ message: String) -> HistoryError { HistoryError(.notReplayable, message) }
}
