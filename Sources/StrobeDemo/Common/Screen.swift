/// A screen without a window: it says what it would draw.
struct Screen: Sendable {
    let name: String
    /// Told what is shown, in words for people.
    let say: @Sendable (String) -> Void

    /// Draws rows in place of the present ones.
    func draw(_ rows: [ScreenRow]) {
        say("\(name): \(rows.isEmpty ? "nothing" : rows.map(\.description).joined(separator: ", "))")
    }
}
