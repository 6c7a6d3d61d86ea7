import Foundation
import SeededTesting
import Strobe

/// A state with all kinds of values that may be equal without equal bits; it has no `==` on purpose.
struct Lab: Codable, Sendable {
    enum Phase: Codable, Sendable { case idle, running(Int), failed(reason: String, at: Date) }

    var count = 0
    var dice = 0.0
    var stamp = 0
    var ratio = Double.nan
    var tags: Set<String> = []
    var names: [String: Int] = [:]
    var list: [String] = []
    var rows: [[Int]] = []
    var phase = Phase.idle
    var nested: Int?? = .some(nil)
}

enum LabAction: Codable, Sendable {
    case add(Int)
    case divide(Double)
    case tag(String)
    case untag(String)
    case name(String, Int?)
    case row([Int])
    case phase(Lab.Phase)
    /// The action that tests make impure.
    case roll
    /// Resets the value that `roll` sets.
    case clear
    case list
}

/// The pure part: `roll` does nothing, `list` is sorted.
@Sendable
func experiment(_ lab: inout Lab, _ action: LabAction) {
    switch action {
    case .add(let amount): lab.count &+= amount
    case .divide(let by): lab.ratio = Double(lab.count) / by
    case .tag(let tag): lab.tags.insert(tag)
    case .untag(let tag): lab.tags.remove(tag)
    case .name(let name, let value): lab.names[name] = value
    case .row(let row): if lab.rows.count < 20 { lab.rows.append(row) } else { lab.rows.removeFirst(10) }
    case .phase(let phase): lab.phase = phase
    case .roll: break
    case .clear: (lab.dice, lab.stamp) = (0, 0)
    case .list: lab.list = lab.tags.sorted()
    }
}

extension LabAction {
    /// A random action other than `roll` and `clear`.
    static func random(_ generator: inout SeededGenerator) -> LabAction {
        let word =
            String(repeating: "tag ", count: .random(in: 0..<6, using: &generator))
            + String(Int.random(in: 0..<40, using: &generator))
        return switch Int.random(in: 0..<8, using: &generator) {
        case 0: .add(.random(in: -3...3, using: &generator))
        case 1: .divide([0, -0.0, 1, 3, .infinity, .nan].randomElement(using: &generator) ?? 1)
        case 2, 3: .tag(word)
        case 4: .untag(word)
        case 5: .name(word, Bool.random(using: &generator) ? 1 : nil)
        case 6: .row((0..<Int.random(in: 0..<4, using: &generator)).map { $0 * 2 })
        default:
            Bool.random(using: &generator)
                ? .phase(.failed(reason: word, at: Date(timeIntervalSince1970: 0.1)))
                : Bool.random(using: &generator)
                    ? .list : .phase(.running(3))
        }
    }
}
