/// The view models of the user screen, nested: the profile on top, the posts below.
struct UserViewModel: Sendable, Equatable {
    let profile: ProfileViewModel
    let posts: PostsViewModel

    /// The rows to draw, in order.
    var rows: [ScreenRow] { profile.rows + posts.rows }
}
