import Testing

@testable import StrobeServer

@Suite("Known actions")
struct KnownActionsTests {
    private enum Move: Sendable, Equatable { case by(Int), reset }

    @Test("an action is described once while it is known, and always as itself, however many others come")
    func moves() {
        let known = KnownActions<Move>()
        var count = 0
        func isItself(_ move: Move) -> Bool {
            let label = known.description(of: move) {
                count += 1
                return (nil, "\($0)")
            }.label
            return label == "\(move)"
        }
        for _ in 0..<3 { #expect(isItself(.by(7)) && isItself(.reset)) }
        #expect(count == 2)
        let moves = (0..<5_000).map(Move.by) + [.reset]
        #expect(moves.allSatisfy(isItself))
        #expect(moves.reversed().allSatisfy(isItself))
    }

    @Test("an action that refers to something is described each time: equal bits do not make equal texts")
    func texts() {
        let known = KnownActions<String>()
        var count = 0
        for _ in 0..<3 {
            let label = known.description(of: "a text that is longer than sixteen bytes") {
                count += 1
                return (nil, $0)
            }.label
            #expect(label == "a text that is longer than sixteen bytes")
        }
        #expect(count == 3)
    }
}
