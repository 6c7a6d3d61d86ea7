internal import StrobeTree

/// A list of a fixed length, which no mirror shows.
protocol InlineForm: ListForm {
    /// The type of the elements.
    static var elementType: any Any.Type { get }
}

@available(macOS 26, iOS 26, *)
extension InlineArray: InlineForm, ListForm where Element: Copyable {
    static var elementType: any Any.Type { Element.self }
    var childCount: Int { count }

    func child(at index: Int) -> Child { Child(any: self[index]) }

    func delta(
        from old: any ListForm, trustsEquality: Bool, _ cursor: RedactionCursor, _ meter: WorkMeter?,
        deeplySame: @escaping (Child, Child) -> Bool
    ) -> ListDelta? {
        guard let old = old as? Self else { return nil }
        return elements.delta(from: old.elements, trustsEquality: trustsEquality, cursor, meter, deeplySame: deeplySame)
    }

    private var elements: [Element] { indices.map { self[$0] } }
}
