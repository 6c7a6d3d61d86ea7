import Observation

/// A screen without a window: as a view does, it draws what it reads from observed state, and draws again when that has
/// changed.
@MainActor
final class Screen<Content: Equatable> {
    /// What is shown at present.
    var content: Content { read() }
    private let read: @MainActor () -> Content
    private let show: @MainActor (Content) -> Void
    private var drawn: Content?

    /// Makes a screen, which draws itself at once.
    ///
    /// - Parameters:
    ///   - read: Reads what is to be shown; whatever else is read here is tracked as well.
    ///   - show: Called with each content that differs from the one before.
    init(_ read: @escaping @MainActor () -> Content, show: @escaping @MainActor (Content) -> Void) {
        self.read = read
        self.show = show
        draw()
    }

    private func draw() {
        let content = withObservationTracking(read) { [weak self] in
            // The change is only about to be made.
            Task { @MainActor in self?.draw() }
        }
        guard content != drawn else { return }
        drawn = content
        show(content)
    }
}

extension Screen where Content == [ScreenRow] {
    /// Makes a screen of rows that says what it shows, in words for people.
    convenience init(
        name: String, say: @escaping @Sendable (String) -> Void, rows: @escaping @MainActor () -> [ScreenRow]
    ) {
        self.init(rows) { say("\(name): \($0.words)") }
    }
}
