import SeededTesting
import Strobe

/// The state of the tests: every kind of value that a diff or a replay could get wrong.
struct Board: Codable, Equatable, Sendable {
    struct Card: Codable, Equatable, Sendable, Identifiable {
        var id: Int
        var title: String
        var isDone = false
    }

    var count = 0
    var cards: [Card] = []
    var names: [String: Int] = [:]
}

enum Move: Codable, Equatable, Sendable {
    case add(Int)
    case insert(Board.Card, at: Int)
    case remove(at: Int)
    case toggle(Int)
    case name(String, Int?)
    case nothing
}

enum Wish: Codable, Equatable, Sendable { case save, announce(Int) }

@Sendable
func play(_ board: inout Board, _ move: Move) -> [Wish] {
    switch move {
    case .add(let amount):
        board.count &+= amount
        return [.announce(board.count)]
    case .insert(let card, let index):
        board.cards.insert(card, at: min(max(0, index), board.cards.count))
    case .remove(let index):
        if board.cards.indices.contains(index) { board.cards.remove(at: index) }
        return [.save]
    case .toggle(let index):
        if board.cards.indices.contains(index) { board.cards[index].isDone.toggle() }
    case .name(let name, let value): board.names[name] = value
    case .nothing: break
    }
    return []
}

extension Move {
    static func random(_ generator: inout SeededGenerator) -> Move {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: .add(.random(in: -3...3, using: &generator))
        case 1:
            .insert(
                .init(id: .random(in: 0..<1_000_000, using: &generator), title: "card"),
                at: .random(in: 0..<8, using: &generator))
        case 2: .remove(at: .random(in: 0..<8, using: &generator))
        case 3: .toggle(.random(in: 0..<8, using: &generator))
        case 4:
            .name(
                ["a", "b/c", "~", ""].randomElement(using: &generator) ?? "",
                Bool.random(using: &generator) ? .random(in: 0..<9, using: &generator) : nil)
        default: .nothing
        }
    }
}
