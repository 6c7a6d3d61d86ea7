import SeededTesting
import StrobeTree

/// The state of a store of random contents, with every shape whose paths or comparisons are special.
struct OracleState: OracleSubject {
    var number = 0
    var twice: Int??
    var phase = OraclePhase.idle
    var keys: [String: Int] = [:]
    var leaves: [Int: OracleLeaf] = [:]
    var rows: [OracleRow] = []
    var numbers: [Int] = []
    var inner = OracleInner()
    var tags: Set<String> = []
    var last: OracleRow?
    var ratio = 0.5
    var text = ""
    var secret = OracleLeaf()
    /// Incremented by the last action only.
    var end = 0
}

enum OraclePhase: Codable, Sendable, Hashable {
    case idle
    case loading(Int)
    case loaded(OracleRow)
    case failed(reason: String, code: Int?)
    case pair(Int, String)
}

enum OracleGrade: String, Codable, Sendable, Hashable { case low, high }

struct OracleRow: Codable, Sendable, Hashable, Identifiable {
    var id: Int
    var title: String
    var done: Bool?
    var marks: [Int] = []
}

struct OracleLeaf: Codable, Sendable, Hashable {
    var value = 0
    var note: String?
}

struct OracleInner: Codable, Sendable, Hashable {
    var leaf = OracleLeaf()
    var other: OracleLeaf?
    var grade = OracleGrade.low
}

enum OracleAction: OracleActing {
    case nothing
    case reset
    case add(Int)
    case set(number: Int)
    case twice(Int??)
    case enter(OraclePhase)
    case put(key: String, Int?)
    case plant(Int, OracleLeaf?)
    case insert(OracleRow, at: Int)
    case remove(id: Int)
    case rename(id: Int, title: String)
    case swap(Int, Int)
    case numbers([Int])
    case note(String?)
    case grade(OracleGrade, other: OracleLeaf?)
    case tags(Set<String>)
    case keep(index: Int)
    case ratio(Double)
    case paste(String)
    case hide(OracleLeaf)
    case end
}

extension OracleState {
    static let enums = [
        (path: Path(["phase"]), cases: ["idle", "loading", "loaded", "failed", "pair"]),
        (path: Path(["inner", "grade"]), cases: ["low", "high"]),
    ]
    static let places = [
        ["phase", "loading"], ["phase", "failed", "code"], ["phase", "loaded", "marks", "7"], ["keys", "never"],
        ["keys", "x/y"], ["rows", "99", "title"], ["rows", "[id=77]"], ["rows", "[id=77]", "done"],
        ["twice", "some"],
        ["last", "title"], ["inner", "other", "note"], ["leaves", "55", "note"], ["numbers", "30"],
        ["phase", "pair", "_1"],
    ]

    static func actions(using random: inout SeededGenerator) -> [OracleAction] {
        (0..<Int.random(in: 30...60, using: &random)).map { _ in OracleAction.random(using: &random) } + [.end]
    }

    /// The reducer.
    mutating func reduce(_ action: OracleAction) {
        switch action {
        case .nothing: break
        case .reset: self = OracleState(secret: secret)
        case .add(let step): number += step
        case .set(let number): self.number = number
        case .twice(let value): twice = value
        case .enter(let phase): self.phase = phase
        case .put(let key, let value): keys[key] = value
        case .plant(let key, let leaf): leaves[key] = leaf
        case .insert(let row, let index): rows.insert(row, at: min(index, rows.count))
        case .remove(let id): rows.removeAll { $0.id == id }
        case .rename(let id, let title):
            for index in rows.indices where rows[index].id == id { rows[index].title = title }
        case .swap(let a, let b):
            if rows.indices.contains(a), rows.indices.contains(b) { rows.swapAt(a, b) }
        case .numbers(let numbers): self.numbers = numbers
        case .note(let note): inner.leaf = OracleLeaf(value: inner.leaf.value + 1, note: note)
        case .grade(let grade, let other): (inner.grade, inner.other) = (grade, other)
        case .tags(let tags): self.tags = tags
        case .keep(let index): last = rows.indices.contains(index) ? rows[index] : nil
        case .ratio(let ratio): self.ratio = ratio
        case .paste(let text): self.text = text
        case .hide(let leaf): secret = leaf
        case .end: end += 1
        }
    }
}

extension OracleAction {
    /// The name of the case.
    var name: String {
        switch self {
        case .nothing: "nothing"
        case .reset: "reset"
        case .add: "add"
        case .set: "set"
        case .twice: "twice"
        case .enter: "enter"
        case .put: "put"
        case .plant: "plant"
        case .insert: "insert"
        case .remove: "remove"
        case .rename: "rename"
        case .swap: "swap"
        case .numbers: "numbers"
        case .note: "note"
        case .grade: "grade"
        case .tags: "tags"
        case .keep: "keep"
        case .ratio: "ratio"
        case .paste: "paste"
        case .hide: "hide"
        case .end: "end"
        }
    }

    static let names = [
        "nothing", "reset", "add", "set", "twice", "enter", "put", "plant", "insert", "remove", "rename", "swap",
        "numbers",
        "note", "grade", "tags", "keep", "ratio", "paste", "hide", "end",
    ]

    /// The label, if it is simple to predict.
    var label: String? {
        switch self {
        case .nothing, .reset, .end: ".\(name)"
        case .add(let step): ".add(\(step))"
        case .set(let number): ".set(number: \(number))"
        case .remove(let id): ".remove(id: \(id))"
        case .rename(let id, let title): ".rename(id: \(id), title: \"\(title)\")"
        case .swap(let a, let b): ".swap(\(a), \(b))"
        case .numbers(let numbers) where numbers.count < 10: ".numbers(\(numbers))"
        case .note(let note): ".note(\(note.map { "\"\($0)\"" } ?? "nil"))"
        case .keep(let index): ".keep(index: \(index))"
        case .put(let key, let value): ".put(key: \"\(key)\", \(value.map(String.init) ?? "nil"))"
        default: nil
        }
    }

    static let keys = ["a.b", "x/y", "~", "plain", "", "[id=2]", "0", "some", "ä ö", "~1"]
    static let words = ["ann", "bob", "be", "b", ""]

    /// A random action of few possible ones, so that many change nothing.
    static func random(using random: inout SeededGenerator) -> OracleAction {
        func small(_ range: Range<Int> = 0..<4) -> Int { .random(in: range, using: &random) }
        func word() -> String { words[small(0..<words.count)] }
        func row() -> OracleRow {
            OracleRow(
                id: small(1..<5), title: word(), done: [nil, true, false][small(0..<3)],
                marks: (0..<small(0..<3)).map { _ in small() })
        }
        func leaf() -> OracleLeaf { OracleLeaf(value: small(), note: small() == 0 ? nil : word()) }
        func phase() -> OraclePhase {
            switch small(0..<5) {
            case 0: .idle
            case 1: .loading(small())
            case 2: .loaded(row())
            case 3: .failed(reason: word(), code: small() == 0 ? nil : small())
            default: .pair(small(), word())
            }
        }
        switch small(0..<40) {
        case 0: return .nothing
        case 1: return small() == 0 ? .reset : .nothing
        case 2, 3: return .add(small(-1..<2))
        case 4: return .set(number: small())
        case 5, 6: return .twice([Int??.none, .some(.none), .some(.some(small()))][small(0..<3)])
        case 7, 8, 9, 10: return .enter(phase())
        case 11, 12, 13: return .put(key: keys[small(0..<keys.count)], small() == 0 ? nil : small())
        case 14, 15: return .plant(small(), small() == 0 ? nil : leaf())
        case 16, 17, 18, 19: return .insert(row(), at: small())
        case 20, 21: return .remove(id: small(1..<5))
        case 22, 23: return .rename(id: small(1..<5), title: word())
        case 24, 25: return .swap(small(), small())
        case 26, 27: return .numbers((0..<small(0..<5)).map { _ in small() })
        case 28, 29: return .note(small() == 0 ? nil : word())
        case 30: return .grade(small() < 2 ? .low : .high, other: small() < 2 ? nil : leaf())
        case 31: return .tags(Set((0..<small()).map { _ in word() }))
        case 32, 33: return .keep(index: small())
        case 34: return .ratio([0, 0.5, -1.25, .infinity, .nan][small(0..<5)])
        case 35: return .paste(small() < 2 ? word() : String(repeating: word() + "-", count: 5_000 + small()))
        default: return .hide(leaf())
        }
    }
}
