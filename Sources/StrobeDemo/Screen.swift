/// A screen without a window: it keeps the rows that it would draw.
@MainActor
final class Screen {
    private(set) var rows: [ScreenRow] = []

    nonisolated init() {}

    /// Draws rows in place of the present ones.
    func draw(_ rows: [ScreenRow]) {
        self.rows = rows
    }
}
