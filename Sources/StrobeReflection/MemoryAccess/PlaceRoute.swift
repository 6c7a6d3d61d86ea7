internal import StrobeTree

/// The way to a place in the memory of a value, found once by the declarations of the types: through stored properties,
/// optionals, arrays and dictionaries.
struct PlaceRoute {
    private enum Step {
        /// Goes so many bytes into the value.
        case forward(Int)
        /// Stops at `nil`.
        case unwrap(EnumTag)
        case element(any DirectList.Type, Int)
        case identified(any IdentifiedElement)
        case entry(any DictionaryEntry)
        /// Stops: the type has nothing under that name.
        case nothing
    }

    private var steps: [Step] = []
    /// The type of what the way leads to.
    private(set) var type: any Any.Type
    /// What is left of the path there, for which the value has to be asked.
    private(set) var rest: Path
    /// What is hidden there.
    private(set) var cursor: RedactionCursor

    /// Finds the way as far as it goes, and up to what is hidden.
    init(from root: any Any.Type, along path: Path, _ cursor: RedactionCursor = .none) {
        type = root
        rest = path
        self.cursor = cursor
        while let token = rest.tokens.first {
            let known = (steps, type)
            let below = self.cursor.shows(type) && unwrap() ? below(token) : nil
            guard let below, go(to: token) else {
                (steps, type) = known
                return
            }
            self.cursor = below
            rest.tokens.removeFirst()
        }
    }

    /// The cursor over what a token leads to at this point; `nil` if the tree has to be asked what is shown.
    private func below(_ token: String) -> RedactionCursor? {
        guard cursor.shows(type) else { return nil }
        guard TypeFacts.form(of: type) == .list else { return cursor.below(token) }
        if let index = Int(token) { return cursor.below(index) }
        let element = cursor.below(0)
        guard !cursor.isInPaths, !element.below("id").mayHide, let list = type as? any DirectList.Type,
            !element.mayHide(in: list.elementType) || element.showsID(of: list.elementType)
        else { return nil }
        return element
    }

    /// Whether some part of the path need not be looked up in the tree.
    var isDirect: Bool { !steps.isEmpty || rest.isRoot }

    /// Calls a closure with the place where the way ends; not where it ends before.
    func read(_ root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        read(root, from: 0, body)
    }

    /// Where the way ends; `nil` where it ends before, or goes by way of a copy.
    func place(in root: UnsafeRawPointer) -> UnsafeRawPointer? {
        let (place, step) = follow(root, from: 0)
        return step == steps.count ? place : nil
    }

    private func read(_ start: UnsafeRawPointer, from first: Int, _ body: (UnsafeRawPointer) -> Void) {
        let (place, step) = follow(start, from: first)
        if step == steps.count { return body(place) }
        guard case .entry(let entry) = steps[step] else { return }
        entry.read(place) { read($0, from: step + 1, body) }
    }

    /// Goes on from a step to the first that stops.
    ///
    /// - Returns: Where that is, and the number of the step; how many steps there are if none stops.
    private func follow(_ start: UnsafeRawPointer, from first: Int) -> (place: UnsafeRawPointer, step: Int) {
        var place = start
        for index in first..<steps.count {
            switch steps[index] {
            case .forward(let distance): place += distance
            // The wrapped value begins where the optional begins; its case is the first, as it has the payload.
            case .unwrap(let tag): if tag(place) != 0 { return (place, index) }
            case .element(let list, let position):
                guard let next = list.element(position, at: place) else { return (place, index) }
                place = next
            case .identified(let element):
                guard let next = element.find(in: place) else { return (place, index) }
                place = next
            case .entry, .nothing: return (place, index)
            }
        }
        return (place, steps.count)
    }

    /// Goes through all optionals at this point.
    private mutating func unwrap() -> Bool {
        while TypeMetadata.isOptional(type) {
            guard let optional = type as? any OptionalForm.Type, !optional.wrapsNullable,
                let tag = TypeMetadata.tag(of: type)
            else {
                return false
            }
            steps.append(.unwrap(tag))
            type = optional.wrappedType
        }
        return true
    }

    private mutating func go(to token: String) -> Bool {
        switch TypeFacts.form(of: type) {
        case .optional, .set: return false
        case .list:
            guard let list = type as? any DirectList.Type else { return false }
            if let position = Int(token), position >= 0, String(position) == token {
                steps.append(.element(list, position))
            } else if let id = Path.id(in: token) {
                guard let list = type as? any DirectIdentifiableList.Type, list.hasReadableIDs else {
                    return false
                }
                steps.append(.identified(list.element(withID: id)))
            } else {
                steps.append(.nothing)
            }
            type = list.elementType
        case .dictionary:
            guard let dictionary = type as? any DirectDictionary.Type else { return false }
            switch dictionary.entry(named: token) {
            case .entry(let entry): steps.append(.entry(entry))
            case .nothing: steps.append(.nothing)
            case .unknown: return false
            }
            type = dictionary.valueType
        case .other:
            guard let property = TypeMetadata.property(encodedAs: token, of: type) else { return false }
            if property.offset > 0 { steps.append(.forward(property.offset)) }
            type = property.type
        }
        return true
    }
}
