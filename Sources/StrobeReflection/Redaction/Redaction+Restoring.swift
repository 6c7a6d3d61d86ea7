internal import StrobeTree

extension Redaction {
    /// Restores hidden values in a form that a client read, changed and sent back.
    ///
    /// - Parameters:
    ///   - sent: The form that was sent; where it has a placeholder that was shown, the hidden value is meant.
    ///   - shown: What is there, as it is shown.
    ///   - hidden: What is really there.
    /// - Returns: The form with the real values. Elements of arrays are found again by their `id`, else where they are equal
    ///   to what was shown, else by their index where the arrays are of one length.
    static func restored(_ sent: Value, shown: Value, hidden: Value) -> Value {
        if sent == shown { return hidden }
        switch (sent, shown, hidden) {
        case (.object(var members), .object(let shown), .object(let hidden)):
            for (key, value) in members {
                if let old = shown[key], let real = hidden[key] {
                    members[key] = restored(value, shown: old, hidden: real)
                }
            }
            return .object(members)
        case (.array(let elements), .array(let shown), .array(let hidden)) where shown.count == hidden.count:
            return .array(restored(elements, shown: shown, hidden: hidden))
        default: return sent
        }
    }

    private static func restored(_ sent: [Value], shown: [Value], hidden: [Value]) -> [Value] {
        var byID: [Value: Int] = [:]
        var byForm: [Value: [Int]] = [:]
        for index in shown.indices.reversed() {
            if let id = id(of: shown[index]) { byID[id] = index }
            byForm[shown[index], default: []].append(index)
        }
        return sent.enumerated().map { index, element in
            let place: Int?
            if let id = id(of: element) {
                place = byID[id]
            } else if index < shown.count, shown[index] == element {
                place = index
            } else if let equal = byForm[element]?.popLast() {
                place = equal
            } else {
                place = sent.count == shown.count ? index : nil
            }
            guard let place else { return element }
            return restored(element, shown: shown[place], hidden: hidden[place])
        }
    }

    private static func id(of element: Value) -> Value? {
        if case .object(let members) = element { members["id"] } else { nil }
    }
}
