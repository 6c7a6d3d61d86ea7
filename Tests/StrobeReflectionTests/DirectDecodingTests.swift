import Foundation
import SeededTesting
import StrobeReflection
import Testing

@testable import StrobeTree

/// What is decoded without a note of where it is, against what `FormReader` decodes.
@Suite("Decoding what fits")
struct DirectDecodingTests {
    private func outcome<T: Codable>(_ decode: () throws -> T) -> String {
        do {
            return JSON.text(try TreeEncoder().encode(try decode()))
        } catch let error as TreeError {
            return "\(error.message) (\(error.code) at \(error.path?.pointer ?? "an unknown place"))"
        } catch {
            return "\(error)"
        }
    }

    private func compare<T: Codable>(_ type: T.Type, _ form: Value, limits: TreeLimits = .default) {
        let slow = outcome {
            try FormReader(form, type: type, limits: limits, types: nil).read(type, from: form, nil)
        }
        #expect(outcome { try MessageDecoder(limits: limits).decode(type, from: form) } == slow, "\(JSON.text(form))")
    }

    private func isDirect<T: Codable>(_ type: T.Type, _ form: Value) -> Bool {
        DirectDecoding.decode(type, from: form, limits: .default, knowsTypes: true) != nil
    }

    /// Some part of a form in place of another.
    private func mutated(_ form: Value, _ random: inout SeededGenerator) -> Value {
        switch form {
        case .array(var elements) where !elements.isEmpty && !random.chance(4):
            let index = random.below(elements.count)
            elements[index] = mutated(elements[index], &random)
            return .array(elements)
        case .object(var object) where !object.isEmpty && !random.chance(4):
            let key = object.keys[random.below(object.count)]
            switch random.below(6) {
            case 0: object[key] = nil
            case 1: object["some"] = object[key]
            default: object[key] = object[key].map { mutated($0, &random) }
            }
            return .object(object)
        default:
            return random.pick([
                nil, true, 0, -1, 1.5, .uint(.max), "", "idle", "NaN", [], [1, "a"], [:], ["_0": 1], ["some": nil],
                ["idle": [:]], ["idle": [:], "loading": [:]],
            ])
        }
    }

    @Test("a state comes out the same, and what does not fit is the same error", arguments: 0..<20)
    func states(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<5 {
            let form = try TreeEncoder().encode(random.sampleState())
            compare(Sample.State.self, form)
            compare(Sample.State.self, form, limits: TreeLimits(maxDepth: random.below(8) + 1))
            compare(Sample.State.self, form, limits: TreeLimits(maxInteger: Int64(random.below(5))))
            for _ in 0..<25 { compare(Sample.State.self, mutated(form, &random)) }
        }
    }

    @Test("what states are usually made of is decoded directly")
    func direct() throws {
        struct Item: Codable { var id: Int, title: String, done: Bool, tags: [String], price: Double?, next: [Item]? }
        let item: Value = ["id": 1, "title": "x", "done": true, "tags": ["a"], "price": 2, "next": [], "more": 1]
        #expect(isDirect([String: [Item]].self, ["a": [item]]))
        compare([Item?].self, [item, nil])
        #expect(
            isDirect(
                [Sample.Load].self, ["idle", ["loaded": ["id": 1, "name": "x"]], ["pair": ["_0": 1, "_1": "b"]]]))
    }

    /// A type that keeps the decoder, or tries several types.
    private struct Odd: Codable {
        var values: [Value] = []
        init(from decoder: any Decoder) throws {
            if let number = try? Int(from: decoder) {
                values = [.int(Int64(number))]
                return
            }
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd {
                    if try list.decodeNil() { values.append(.null) } else { values.append(try list.decode(Value.self)) }
                }
                return
            }
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                let inner = try container.superDecoder(forKey: key)
                values.append(try Value(from: inner))
                values.append(.string(inner.codingPath.map(\.stringValue).joined(separator: "/")))
            }
        }
        func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
    }

    @Test("a type with a decoding of its own comes out the same")
    func odd() {
        for form in [3, "x", [1, nil, ["a": [nil]]], ["a": 1, "b": [2]], [:], nil, 1.5] as [Value] {
            compare(Odd.self, form)
            compare([Odd].self, [form, form])
            compare([String: Odd?].self, ["k": form])
        }
    }

    @Test("a list that skips what does not fit ends, whichever way it skips", arguments: ["super", "keyed", "unkeyed"])
    func lossy(_ way: String) throws {
        enum Way { @TaskLocal static var current = "" }
        struct Lossy: Codable {
            var numbers: [Int]
            init(from decoder: any Decoder) throws {
                numbers = []
                var list = try decoder.unkeyedContainer()
                while let count = list.count, list.currentIndex < count {
                    if let number = try? list.decode(Int.self) {
                        numbers.append(number)
                        continue
                    }
                    let before = list.currentIndex
                    switch Way.current {
                    case "keyed": _ = try? list.nestedContainer(keyedBy: AnyKey.self)
                    case "unkeyed": _ = try? list.nestedUnkeyedContainer()
                    default: _ = try? list.superDecoder()
                    }
                    if list.currentIndex == before { throw CancellationError() }
                }
            }
        }
        let form: Value = [1, "x", 2, [3], ["a": 4], 5]
        try Way.$current.withValue(way) { () throws -> Void in
            compare(Lossy.self, form)
            let lossy = try MessageDecoder().decode(Lossy.self, from: form)
            #expect(lossy.numbers == [1, 2, 5])
        }
    }

    @Test("a type that reads its own place finds it")
    func places() throws {
        struct Item: Codable, Equatable {
            var id: String
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                guard let key = container.codingPath.last else { throw CancellationError() }
                id = key.stringValue
            }
        }
        let lists = try MessageDecoder().decode([String: [Item]].self, from: ["p1": [[:], [:]]])
        #expect(lists["p1"]?.map(\.id) == ["0", "1"])
        let items = try MessageDecoder().decode([String: Item].self, from: ["p1": [:]])
        #expect(items["p1"]?.id == "p1")
    }

    @Test("what is absent counts a level of the depth")
    func optionalDepth() {
        struct Chain: Codable { var next: [Int]? }
        for depth in 1...4 {
            for form in [["next": nil], ["next": [1]], [:]] as [Value] {
                compare(Chain.self, form, limits: TreeLimits(maxDepth: depth))
            }
        }
    }
}
