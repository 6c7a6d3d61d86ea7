/// A total order of forms, for showing unordered collections in a stable order.
enum FormOrder {
    /// Items in the order of their forms.
    ///
    /// - Parameters:
    ///   - count: How many of the first are wanted.
    ///   - check: Called now and then; what it throws ends the sorting.
    ///   - form: The form of an item, asked for once.
    static func sorted<Items: Collection>(
        _ items: Items, first count: Int, check: () throws -> Void, form: (Items.Element) -> Value
    ) rethrows -> [Items.Element] {
        try withoutActuallyEscaping(form) { form in
            try items.lazy.map { (form: normal(form($0)), item: $0) }
                .sorted(first: count, check: check) { compare($0.form, $1.form) < 0 }.map(\.item)
        }
    }

    /// The form with the members of all objects in the order of their keys, so that comparing need not sort them.
    private static func normal(_ form: Value) -> Value {
        switch form {
        case .array(let elements): return .array(elements.map(normal))
        case .object(let object):
            var sorted = Value.Object()
            for (key, value) in object.sorted(by: { $0.key < $1.key }) { sorted[key] = normal(value) }
            return .object(sorted)
        default: return form
        }
    }

    private static func compare(_ a: Value, _ b: Value) -> Int {
        switch (a, b) {
        case (.null, .null): return 0
        case (.bool(let x), .bool(let y)): return (x ? 1 : 0) - (y ? 1 : 0)
        case (.int(let x), .int(let y)): return order(x, y)
        case (.uint(let x), .uint(let y)): return order(x, y)
        case (.double(let x), .double(let y)): return x == y ? order(x.bitPattern, y.bitPattern) : order(x, y)
        case (.string(let x), .string(let y)): return order(x, y)
        case (.array(let x), .array(let y)):
            for (p, q) in zip(x, y) {
                let result = compare(p, q)
                if result != 0 { return result }
            }
            return order(x.count, y.count)
        case (.object(let x), .object(let y)): return compareMembers(x, y)
        default: return rank(a) - rank(b)
        }
    }

    private static func compareMembers(_ a: Value.Object, _ b: Value.Object) -> Int {
        for (p, q) in zip(a, b) {
            if p.key != q.key { return order(p.key, q.key) }
            let result = compare(p.value, q.value)
            if result != 0 { return result }
        }
        return order(a.count, b.count)
    }

    private static func order<T: Comparable>(_ a: T, _ b: T) -> Int {
        a == b ? 0 : a < b ? -1 : 1
    }

    private static func rank(_ value: Value) -> Int {
        switch value {
        case .null: 0
        case .bool: 1
        case .int: 2
        case .uint: 3
        case .double: 4
        case .string: 5
        case .array: 6
        case .object: 7
        }
    }
}
