import Strobe
import StrobeServer

/// Stores with features that a counter lacks: rejections, effects, elements with ids.
final class Workshop: Sendable {
    enum Door: Kinded, CaseIterable, Codable, Sendable { case locked, unlocked }
    enum DoorEvent: Kinded, CaseIterable, Codable, Sendable { case coin, push }

    struct Tool: Codable, Sendable, Equatable {
        var id: Int
        var name: String
    }

    enum ShelfAction: Codable, Sendable {
        case load
        case put([Tool])
    }

    private let door = Store(
        machine: StateMachine<Door, DoorEvent, String>(
            initial: .locked,
            transitions: [
                .on(.coin, from: .locked, to: .unlocked, run: []), .on(.push, from: .unlocked, to: .locked, run: []),
            ]))
    /// Adds a hammer on request.
    private let shelf = Store<[Tool], ShelfAction, String>(initial: []) { state, action in
        guard case .put(let tools) = action else { return ["load"] }
        state = tools
        return []
    }

    init(_ server: DebugServer) {
        server.add(door, id: "door")
        server.add(shelf, id: "shelf")
        shelf.setInlineEffectHandler { _, context in context.dispatch(.put([Tool(id: 7, name: "hammer")])) }
    }
}
