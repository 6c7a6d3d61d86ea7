/// Turns the state of the profile view into the values that a view draws.
///
/// It represents the view at one moment; nothing in it changes by itself.
struct ProfileViewModel: Sendable, Equatable {
    /// What the view is showing.
    enum Session: Codable, Sendable, Equatable {
        case initialized
        case loading
        case loaded(User)
        case failed(reason: String)
    }

    /// What the view is showing: the input.
    let session: Session
    /// The rows to draw, in order: the output.
    let rows: [ScreenRow]

    init(session: Session) {
        self.session = session
        switch session {
        case .initialized:
            rows = []
        case .loading:
            rows = [.spinner]
        case .loaded(let user):
            var rows: [ScreenRow] = [.headline(user.name)]
            if let email = user.email { rows.append(.detail(title: "Email", text: email)) }
            rows.append(.detail(title: "Followers", text: String(user.followers)))
            self.rows = rows
        case .failed(let reason):
            rows = [.retry(message: reason)]
        }
    }
}
