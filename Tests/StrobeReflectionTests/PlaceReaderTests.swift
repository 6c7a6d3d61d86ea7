import Testing

@testable import StrobeReflection
@testable import StrobeTree

@Suite("Readings of one place")
struct PlaceReaderTests {
    private struct Row: Codable, Identifiable {
        var id: Int
        var title: String
    }

    private func hold<State>(_ states: [State], at path: [String], to expected: [Bool]) {
        let reader = PlaceReader<State>(at: Path(path))
        let answers = zip(states, states.dropFirst()).map { old, new in
            withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { reader.isSame(old, $0) } }
        }
        #expect(answers == expected)
    }

    @Test("of several elements with one id the first is read, wherever it was the last time")
    func duplicates() {
        let lists = [[(2, "x"), (1, "a")], [(1, "b"), (1, "a")], [(1, "b"), (1, "c")], [(1, "c")]]
        hold(lists.map { $0.map { Row(id: $0.0, title: $0.1) } }, at: ["[id=1]", "title"], to: [false, true, false])
    }

    /// Whether such a value holds an object that can change is known from the value only.
    private struct Note: Identifiable {
        var id: Int
        var content: any Sendable
    }

    @Test("an element is found by its id where its type does not say whether it holds an object")
    func undecided() throws {
        let lists: [[Note]] = [[Note(id: 7, content: "a")], [Note(id: 7, content: "b")], [Note(id: 8, content: "b")]]
        hold(lists, at: ["[id=7]"], to: [false, false])
        hold(lists, at: ["[id=8]"], to: [true, false])
        #expect(try Node(lists[1]).descendant(at: Path(["[id=7]", "content"])).scalar == "b")
    }

    private enum Phase: Codable { case idle, loaded(Int) }

    @Test("an element that comes or goes does not change a place in it at which there is nothing")
    func elements() {
        let lists: [[Phase]] = [[], [.idle], [], [.loaded(1)], [.loaded(1)], [.idle], []]
        hold(lists, at: ["0", "loaded"], to: [true, true, false, true, false, true])
    }
}
