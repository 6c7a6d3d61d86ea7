import Foundation

/// What the demo's backend serves.
enum BackendRoute: String, CaseIterable {
    case profile, posts, login, widgets, details, images, items, rates

    /// The path in its URL.
    var path: String { "/\(rawValue)" }

    /// The path of one of its resources.
    func path(of id: String) -> String {
        "\(path)/\(id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")"
    }

    /// The answer to a request; every fourth request of a route fails.
    ///
    /// - Parameters:
    ///   - request: The body of the request; only `login` reads it.
    ///   - id: The resource that is asked for, where the route has several.
    ///   - count: Which request of this route it is, from 1.
    func answer(to request: Data, of id: String? = nil, count: Int) -> BackendAnswer {
        guard count % 4 != 0 else { return .unavailable }
        guard (id != nil) == (self == .details || self == .images) else { return .unknown }
        switch self {
        case .profile:
            return .json(User(id: 7, name: "Ada Lovelace", email: "ada@example.org", followers: 1_814 + count))
        case .posts:
            return .json(Self.somePosts)
        case .login:
            guard let credentials = try? JSONDecoder().decode(LoginCredentials.self, from: request),
                credentials.areAccepted
            else { return .refused }
            return .json(["name": credentials.username])
        case .widgets:
            // Every other time the first one is sold out.
            return .json(count.isMultiple(of: 2) ? Array(Self.someWidgets.dropFirst()) : Self.someWidgets)
        case .details:
            guard let widget = Self.someWidgets.first(where: { "\($0.id)" == id }) else { return .unknown }
            return .json(WidgetDetails(id: widget.id, price: widget.id * 3, text: "The best \(widget.name) there is"))
        case .images:
            guard let widget = Self.someWidgets.first(where: { $0.imageID == id }) else { return .unknown }
            return .image(Data("<svg xmlns='http://www.w3.org/2000/svg'><title>\(widget.name)</title></svg>".utf8))
        case .items:
            return .json(count.isMultiple(of: 2) ? [] : Self.someItems)
        case .rates:
            return .json(["rates": ["USD": 1.08 + Double(count % 7) / 100]])
        }
    }

    private static let someWidgets = [
        Widget(id: 11, name: "Sprocket", imageID: "sprocket-11"),
        Widget(id: 12, name: "Flange", imageID: "flange-12"),
        Widget(id: 13, name: "Grommet", imageID: "grommet-13"),
    ]

    private static let someItems = [
        Item(id: 1, title: "Turn the page"),
        Item(id: 2, title: "Feed the cat"),
        Item(id: 3, title: "Water the fern"),
    ]

    private static let somePosts = [
        Post(id: 1, title: "Note A", likes: 52),
        Post(id: 2, title: "Sketch of the Analytical Engine", likes: 43),
        Post(id: 3, title: "Poetical science", likes: 17),
    ]
}

extension LoginCredentials {
    /// Whether the backend lets them in: every name but Mallory's, if name and password are long enough.
    fileprivate var areAccepted: Bool {
        LoginCredential.username(username).isLongEnough && LoginCredential.password(password).isLongEnough
            && !username.lowercased().hasPrefix("mallory")
    }
}
