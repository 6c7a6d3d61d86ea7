/// `Optional`, seen without its type.
protocol OptionalForm {
    /// Whether the form of a wrapped value may be null.
    static var wrapsNullable: Bool { get }
    /// The wrapped value; `nil` for `nil`.
    var wrappedChild: Child? { get }
}

extension Optional: OptionalForm {
    static var wrapsNullable: Bool { Wrapped.self is any OptionalForm.Type || Wrapped.self == Value.self }
    var wrappedChild: Child? { map { Child(any: $0) } }
}

/// An ordered collection with random access, seen without its type.
protocol ListForm {
    var childCount: Int { get }
    func child(at index: Int) -> Child
}

extension ListForm where Self: RandomAccessCollection {
    var childCount: Int { count }
    func child(at index: Int) -> Child { Child(any: self[self.index(startIndex, offsetBy: index)]) }
}

/// A list whose elements can be told apart by an id.
protocol IdentifiableListForm {
    /// The place of the first element whose id has a text.
    func index(ofID text: String) -> Int?
}

extension Array: IdentifiableListForm where Element: Identifiable {
    func index(ofID text: String) -> Int? { firstIndex { KeyText.text(of: $0.id) == text } }
}

extension Array: ListForm {}
extension ArraySlice: ListForm {}
extension ContiguousArray: ListForm {}

/// A set, seen without its type.
protocol SetForm {
    var childCount: Int { get }
    /// The elements in an order that depends on them alone.
    func sortedChildren() -> [Child]
}

extension Set: SetForm {
    var childCount: Int { count }

    func sortedChildren() -> [Child] {
        if let comparable = self as? any ComparableSetForm { return comparable.naturallySorted() }
        var encoder = Folding(mode: .lenient)
        let forms = map { element in
            let child = Child(any: element)
            return (form: encoder.form(of: child), child: child)
        }
        return forms.sorted { FormOrder.precedes($0.form, $1.form) }.map(\.child)
    }
}

/// A set whose elements have an order of their own.
private protocol ComparableSetForm {
    func naturallySorted() -> [Child]
}

extension Set: ComparableSetForm where Element: Comparable {
    fileprivate func naturallySorted() -> [Child] { sorted().map { Child(any: $0) } }
}

/// A dictionary, seen without its type.
protocol DictionaryForm {
    var childCount: Int { get }
    /// The entries in an order that depends on the keys alone.
    func sortedMembers() -> [Member]
    /// The entry whose key has a name.
    func child(named name: String) -> Child?
}

extension Dictionary: DictionaryForm {
    var childCount: Int { count }

    func child(named name: String) -> Child? {
        if let key = name as? Key { return self[key].map { Child(any: $0) } }
        if let type = Key.self as? any CodingKeyRepresentable.Type {
            guard let key = type.init(codingKey: AnyKey(name)) as? Key else { return nil }
            return self[key].map { Child(any: $0) }
        }
        return first { KeyText.text(of: $0.key) == name }.map { Child(any: $0.value) }
    }

    func sortedMembers() -> [Member] {
        if let comparable = self as? any ComparableDictionaryForm { return comparable.naturallySorted() }
        return map { Member(key: KeyText.text(of: $0.key), child: Child(any: $0.value)) }.sorted { $0.key < $1.key }
    }
}

/// A dictionary whose keys have an order of their own.
private protocol ComparableDictionaryForm {
    func naturallySorted() -> [Member]
}

extension Dictionary: ComparableDictionaryForm where Key: Comparable {
    fileprivate func naturallySorted() -> [Member] {
        sorted { $0.key < $1.key }.map { Member(key: KeyText.text(of: $0.key), child: Child(any: $0.value)) }
    }
}
