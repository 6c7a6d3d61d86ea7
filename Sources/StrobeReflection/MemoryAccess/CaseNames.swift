/// The names of cases, numbered in the order in which they are met.
final class CaseNames {
    private(set) var all: [String] = []
    private var numbers: [String: Int] = [:]

    /// The number of a name, from 0.
    func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = all.count
        all.append(name)
        return all.count - 1
    }
}
