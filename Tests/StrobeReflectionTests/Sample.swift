import Foundation
import StrobeReflection
import StrobeTree

/// The types shared by the tests of values, nodes and changes.
enum Sample {
    struct User: Codable, Hashable, Identifiable {
        var id: Int
        var name: String
        var email: String?
    }

    enum Load: Codable, Hashable {
        case idle
        case loading
        case loaded(User)
        case failed(reason: String, code: Int)
        case pair(Int, String)
        case maybe(Int?)
        case mixed(Int, by: Double)
        case zero(Underscored)
    }

    /// Resembles Foundation's form of an unlabelled payload.
    struct Underscored: Codable, Hashable {
        var _0: Int
    }

    enum Single: Codable, Hashable {
        case only(x: Int)
    }

    enum Lonely: Codable, Hashable {
        case here
    }

    indirect enum Tree: Codable, Hashable {
        case leaf(Int)
        case branch(left: Tree, right: Tree)
    }

    enum Result<T: Codable & Hashable>: Codable, Hashable {
        case none
        case some(T)
        case both(T, T)
    }

    enum Color: String, Codable, Hashable {
        case red
        case green = "grün"
        case one = "1"
    }

    enum Priority: Int, Codable, Hashable, CaseIterable {
        case low = 1
        case high = 10
    }

    struct Point: Codable, Hashable {
        var x: Int
        var y: Int
    }

    /// Not `Equatable`, so that its parts are compared.
    struct Plain: Codable {
        var flag: Bool
        var number: Int
        var text: String
    }

    /// Its `==` ignores what changes.
    struct Coarse: Codable, Equatable {
        var id: Int
        var note: String

        static func == (a: Self, b: Self) -> Bool { a.id == b.id }
    }

    struct Scalars: Codable, Hashable {
        var bool = false
        var int = Int64.max
        var uint = UInt64.max
        var small: Int8 = -128
        var wide: Int128 = 0
        var unsignedWide: UInt128?
        var double = 0.1
        var float: Float = 0.1
        var text = ""
        var date = Date(timeIntervalSinceReferenceDate: 0)
        var data = Data()
        var url = URL(fileURLWithPath: "/")
        var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
        var decimal = Decimal(0)
        var range = 0..<1
        var closedRange = 0.0...1.0
    }

    struct Collections: Codable, Hashable {
        var ints: [Int] = []
        var users: [User] = []
        var points: [Point] = []
        var loads: [Load] = []
        var nested: [[Int]] = []
        var optionals: [Int?] = []
        var byName: [String: User] = [:]
        var byNumber: [Int: String] = [:]
        var byByte: [UInt8: Int] = [:]
        var byColor: [Color: Int] = [:]
        var byPriority: [Priority: Load] = [:]
        var byPoint: [Point: Int] = [:]
        var byLoad: [Load: Int] = [:]
        var byID: [UUID: Int] = [:]
        var byDate: [Date: Int] = [:]
        var names: Set<String> = []
        var places: Set<Point> = []
    }

    struct Optionals: Codable, Hashable {
        var one: Int?
        var two: Int??
        var three: Int???
        var load: Load?
        var twice: Load??
        var user: User??
        var list: [Int??] = []
    }

    struct State: Codable, Hashable {
        var load: Load = .idle
        var single: Single = .only(x: 1)
        var lonely: Lonely = .here
        var tree: Tree = .leaf(0)
        var generic: Result<Point> = .none
        var color: Color = .red
        var priority: Priority = .low
        var scalars = Scalars()
        var collections = Collections()
        var optionals = Optionals()
    }

    class Animal: Codable, InspectableObject {
        var name: String

        init(name: String) { self.name = name }
    }

    final class Dog: Animal {
        var tricks: [String]

        private enum CodingKeys: String, CodingKey { case tricks }

        init(name: String, tricks: [String]) {
            self.tricks = tricks
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder())
        }
    }

    /// Encodes nested containers of every kind.
    struct Flattened: Codable, Equatable {
        var point: Point
        var numbers: [Int]
        var rows: [[Int]]

        private enum CodingKeys: String, CodingKey {
            case point = "a point/with~odd.\"key\""
            case numbers = ""
            case rows = "rows"
        }

        private enum PointKeys: String, CodingKey { case x, y }

        init(point: Point, numbers: [Int], rows: [[Int]]) {
            self.point = point
            self.numbers = numbers
            self.rows = rows
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let nested = try container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
            point = try Point(x: nested.decode(Int.self, forKey: .x), y: nested.decode(Int.self, forKey: .y))
            var list = try container.nestedUnkeyedContainer(forKey: .numbers)
            numbers = []
            while !list.isAtEnd { numbers.append(try list.decode(Int.self)) }
            var outer = try container.nestedUnkeyedContainer(forKey: .rows)
            rows = []
            while !outer.isAtEnd {
                var inner = try outer.nestedUnkeyedContainer()
                var row: [Int] = []
                while !inner.isAtEnd { row.append(try inner.decode(Int.self)) }
                rows.append(row)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var nested = container.nestedContainer(keyedBy: PointKeys.self, forKey: .point)
            try nested.encode(point.x, forKey: .x)
            try nested.encode(point.y, forKey: .y)
            var list = container.nestedUnkeyedContainer(forKey: .numbers)
            for number in numbers { try list.encode(number) }
            var outer = container.nestedUnkeyedContainer(forKey: .rows)
            for row in rows {
                var inner = outer.nestedUnkeyedContainer()
                for number in row { try inner.encode(number) }
            }
        }
    }

    /// Checks whether a key exists before decoding it, like many hand-written types.
    struct Asking: Codable, Equatable {
        var note: String?

        private enum CodingKeys: CodingKey { case note }

        init(note: String?) { self.note = note }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            note = container.contains(.note) ? try container.decode(String.self, forKey: .note) : nil
        }
    }

    struct Throwing: Codable {
        var before = 1
        var after = 2

        struct Failure: Error, CustomStringConvertible {
            var description: String { "the ink ran out" }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(before, forKey: .before)
            throw Failure()
        }
    }

    /// Encodes itself endlessly.
    struct Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        }
    }

    final class Person: Codable, InspectableObject {
        var name: String
        var friend: Person?

        init(name: String) { self.name = name }
    }

    final class Machine: CustomReflectable, InspectableObject {
        var gear = 1
        var next: Machine?
        var customMirror: Mirror { Mirror(self, children: ["gear": gear, "next": next as Any], displayStyle: .class) }
    }

    enum Bare {
        case off
        case on(Machine)
        case at(x: Int, y: Int)
    }

    struct Loose {
        var action: (Int) -> String = { "\($0)" }
        var pair = (1, label: "b")
        var anything: [String: Any] = ["number": 1, "list": [1, "a"] as [Any]]
        var machine = Machine()
        var bare = Bare.off
        var user = User(id: 1, name: "n")
        var color: Color? = .green
        var failing = Throwing()
    }
}
