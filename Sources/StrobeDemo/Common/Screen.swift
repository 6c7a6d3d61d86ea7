/// A screen without a window: it says what it would draw.
struct Screen: Sendable {
    let name: String
    /// Called with what is shown, in words for people.
    let say: @Sendable (String) -> Void

    /// Draws rows instead of the current ones.
    func draw(_ rows: [ScreenRow]) {
        say("\(name): \(rows.isEmpty ? "nothing" : rows.map(\.description).joined(separator: ", "))")
    }
}
