/// One row of a screen, as a view model hands it to whatever draws.
enum ScreenRow: Sendable, Equatable {
    case spinner
    case headline(String)
    case detail(title: String, text: String)
    case retry(message: String)
}
