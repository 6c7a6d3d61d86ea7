import Hummingbird
import Logging
import Strobe

/// The state of one visitor.
struct Session: Codable, Sendable, Equatable {
    var items: [String] = []
    var total = 0
    var payment = Payment.open

    enum Payment: String, Codable, Sendable { case open, pending, paid }
}

extension Session: ResponseEncodable {}

enum SessionAction: Codable, Sendable, Equatable {
    case add(String, price: Int)
    case checkOut(card: String)
    case paid
}

enum SessionEffect: Codable, Sendable, Equatable {
    case charge(card: String, amount: Int)
}

enum Sessions {
    typealias SessionStore = Store<Session, SessionAction, SessionEffect>

    /// Makes the store of a new visitor.
    static func makeStore(_ logger: Logger) -> SessionStore {
        let store = SessionStore(initial: Session()) { session, action in
            switch action {
            case .add(let item, let price):
                if session.payment != .open { try reject("the session is paid") }
                session.items.append(item)
                session.total += price
                // What is shown, not what is owned: a session does not grow without end.
                if session.items.count > 20 { session.items.removeFirst() }
            case .checkOut(let card):
                session.payment = .pending
                return [.charge(card: card, amount: session.total)]
            case .paid:
                session.payment = .paid
            }
            return []
        }
        store.setEffectHandler { effect, context in
            switch effect {
            case .charge(_, let amount):
                logger.info("charging \(amount)")  // with the session and the number of `.checkOut`
                try? await context.dependencies.clock.sleep(for: .milliseconds(5))
                context.dispatch(.paid)
            }
        }
        return store
    }
}
