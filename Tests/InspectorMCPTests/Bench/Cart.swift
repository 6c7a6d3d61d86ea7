import Strobe
import StrobeServer
import StrobeSystem

/// A store with effects, whose texts a test chooses.
struct Cart: Codable, Sendable, Equatable {
    var items: [String] = []
    var total = 0
    var note = ""
    var names: [String: Int] = [:]
}

enum CartAction: Codable, Sendable {
    case add(String, price: Int)
    case discount(Int)
    case note(String)
    case name(String, Int)
    case fill(Int)
    case pay
    case paid
}

enum CartEffect: Codable, Sendable, Equatable {
    case charge(Int)
}

extension Cart {
    /// Adds an action to a cart.
    static func reduce(_ cart: inout Cart, _ action: CartAction) -> [CartEffect] {
        switch action {
        case .add(let name, let price):
            cart.items.append(name)
            cart.total += price
        case .discount(let part): cart.total -= part
        case .note(let text): cart.note = text
        case .name(let name, let number): cart.names[name] = number
        case .fill(let count): cart.items = (0..<count).map { "item \($0)" }
        case .pay: return [.charge(cart.total)]
        case .paid: cart.total = 0
        }
        return []
    }
}
