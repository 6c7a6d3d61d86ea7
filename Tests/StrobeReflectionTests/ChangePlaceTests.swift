import SeededTesting
import Testing

@testable import StrobeReflection
@testable import StrobeTree

@Suite("What changes do to a place")
struct ChangePlaceTests {
    @Test("a place is not changed by what replaces the one above it, unless it was there before or is there after")
    func above() throws {
        let failed = Change(.replace, try Path(pointer: "/session"), value: ["failed": ["reason": "x"]], old: "loading")
        #expect(failed.alters(try Path(pointer: "/session/loaded/followers")) == false)
        #expect(failed.alters(try Path(pointer: "/session/failed/reason")) == true)
        #expect(failed.alters(try Path(pointer: "/session")) == true)
        #expect(failed.alters(.root) == true)
        #expect(failed.alters(try Path(pointer: "/other")) == false)
        let same = Change(.replace, try Path(pointer: "/a"), value: ["b": 1, "c": 2], old: ["b": 1, "c": 3])
        #expect(same.alters(try Path(pointer: "/a/b")) == false)
        #expect(same.alters(try Path(pointer: "/a/c")) == true)
    }

    @Test("a path has its old and new value, or the changes below it, if the changes show them")
    func ofPlace() throws {
        func path(_ pointer: String) throws -> Path { try Path(pointer: pointer) }
        let above = Change(.replace, try path("/a"), value: ["b": 1, "c": 2], old: ["b": 1, "c": 3])
        #expect(try [above].ofPlace(path("/a/c")) == [Change(.replace, path("/a/c"), value: 2, old: 3)])
        #expect(try [above].ofPlace(path("/a/none")) == [Change(.replace, path("/a/none"))])
        #expect([above].ofPlace(.root) == [above])
        let below = try [
            Change(.replace, path("/a/b"), value: 2, old: 1), Change(.add, path("/a/rows/0"), value: 1),
        ]
        #expect(try below.ofPlace(path("/a")) == below)
        #expect(try below.ofPlace(path("/a/rows")) == nil, "the first is not of it")
        // After any insertion, the element at an index was at another one before.
        let added = Change(.add, try path("/rows/0"), value: ["id": 9, "title": "z"])
        for place in ["/rows/0", "/rows/0/title", "/rows/1/title", "/rows/[id=9]"] {
            #expect(try [added].ofPlace(path(place)) == nil, "\(place)")
        }
        let whole = Change(.replace, try path("/rows"), value: [["id": 9]], old: [["id": 7]])
        #expect(try [whole].ofPlace(path("/rows/[id=9]")) == nil)
        #expect(try [Change(.move, path("/rows/0"), from: path("/rows/1"))].ofPlace(path("/rows")) == nil)
    }

    @Test("elements behind an inserted or removed one may be elsewhere, and their array is where they settle")
    func shifts() throws {
        func path(_ pointer: String) throws -> Path { try Path(pointer: pointer) }
        let added = ElementShifts([
            Change(.add, try path("/rows/2"), value: 1),
            Change(.replace, try path("/rows/0/name"), value: "b", old: "a"),
        ])
        #expect(try ["/rows/2", "/rows/7/name"].allSatisfy { added.mayMove(try path($0)) })
        #expect(try ["", "/rows", "/rows/0/name", "/rows/1", "/other/3"].allSatisfy { !added.mayMove(try path($0)) })
        #expect(added.settledPlace(around: try path("/rows/7/marks/1")) == (try path("/rows")))
        #expect(added.settledPlace(around: try path("/rows/0/name")) == (try path("/rows/0/name")))
        let moved = ElementShifts([Change(.move, try path("/rows/5"), from: try path("/rows/9"))])
        #expect(try moved.mayMove(path("/rows/0")) && !moved.mayMove(path("/rows")))
        // Each is looked up, and not compared with all the others.
        let many = (0..<100_000).map { Change(.add, Path(["rows", String($0)]), value: 1) }
        let shifts = ElementShifts(many)
        #expect(many.allSatisfy { shifts.mayMove($0.path) })
    }

    @Test("which element is at an index, or has an id, only the states can say")
    func elements() throws {
        let removed = Change(.remove, try Path(pointer: "/items/1"), old: ["id": 2])
        #expect(removed.alters(try Path(pointer: "/items/0")) == false)
        #expect(removed.alters(try Path(pointer: "/items/1/id")) == nil)
        #expect(removed.alters(try Path(pointer: "/items/3/id")) == nil)
        #expect(removed.alters(try Path(pointer: "/items")) == true)
        #expect(removed.alters(try Path(pointer: "/items/[id=2]")) == nil)
        // A value with a key is in a dictionary, where an id is a key like any other.
        let keyed = Change(.remove, try Path(pointer: "/items/ann"), old: 1)
        #expect(keyed.alters(try Path(pointer: "/items/[id=2]")) == false)
        #expect(
            Change(.remove, try Path(pointer: "/items/[id=2]"), old: 1).alters(try Path(pointer: "/items/[id=2]"))
                == true)
        #expect(removed.alters(try Path(pointer: "/others/[id=2]")) == false)
        // The list with the id is in an element that may have moved.
        #expect(removed.alters(try Path(pointer: "/items/2/parts/[id=7]/name")) == nil)
        #expect(removed.alters(try Path(pointer: "/items/0/parts/[id=7]/name")) == false)
    }

    @Test("whether changes alter what is at a path is what the two values say, or not known", arguments: 0..<200)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func value(_ depth: Int) -> Value {
            switch Int.random(in: 0..<(depth > 2 ? 2 : 5), using: &random) {
            case 0: return .int(Int64.random(in: 0...2, using: &random))
            case 1: return .string(["x", "y"].randomElement(using: &random) ?? "x")
            case 2: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) })
            default:
                var object: Value.Object = [:]
                for key in ["a", "b", "1"] where Bool.random(using: &random) { object[key] = value(depth + 1) }
                return .object(object)
            }
        }
        let (old, new) = (value(0), value(0))
        let changes = Differ().changes(from: old, to: new)
        for _ in 0..<30 {
            let tokens = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                ["a", "b", "0", "1", "2"].randomElement(using: &random) ?? "a"
            }
            let path = Path(tokens)
            guard let known = changes.alter(path) else { continue }
            let same = old.value(at: path) == new.value(at: path)
            #expect(known == !same, "\(path) \(old) \(new)")
        }
    }
}
