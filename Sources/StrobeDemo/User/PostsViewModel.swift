/// Turns the state of the list of posts into the values that a view draws.
struct PostsViewModel: Sendable, Equatable {
    /// What the list is showing.
    enum Session: Codable, Sendable, Equatable {
        case initialized
        case loading
        case loaded([Post])
        case failed(reason: String)
    }

    /// What the list is showing: the input.
    let session: Session
    /// The rows to draw, in order: the output.
    let rows: [ScreenRow]

    init(session: Session) {
        self.session = session
        rows =
            switch session {
            case .initialized: []
            case .loading: [.spinner]
            case .loaded([]): [.headline("No posts yet")]
            case .loaded(let posts):
                [.headline("Posts")] + posts.map { .detail(title: $0.title, text: "\($0.likes) likes") }
            case .failed(let reason): [.retry(message: reason)]
            }
    }
}
