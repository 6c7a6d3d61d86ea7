internal import StrobeTree

/// The last value of one enum type that was met.
protocol EnumSlotForm: AnyObject {
    /// The number of the current case.
    func number(at value: UnsafeRawPointer) -> Int
    /// The number of the current case, and whether the value is another than the last one, in whose place it is kept.
    func take(_ value: UnsafeRawPointer) -> (number: Int, isChanged: Bool)
    /// Lets go of the last value.
    func forget()
}

/// Distinguishes the cases of one enum type and compares its values.
final class EnumSlot<Choice>: EnumSlotForm {
    private let names: CaseNames
    private let tag: EnumTag
    private let declared: [DeclaredField]
    private let sameness = BitEquality<Choice>(trustsEquality: true)
    /// The numbers of the cases by their tags; -1 for those that were not met.
    @exclusivity(unchecked)
    private var numbers: [Int] = []
    private let last: UnsafeMutablePointer<Choice>
    /// The tag of `last`; -1 while there is none.
    @exclusivity(unchecked)
    private var lastTag = -1

    /// Makes a slot; `nil` if the type is no enum whose cases can be distinguished.
    init?(_ names: CaseNames) {
        guard TypeMetadata.isEnum(Choice.self), let tag = TypeMetadata.tag(of: Choice.self) else { return nil }
        self.names = names
        self.tag = tag
        declared = TypeMetadata.fields(of: Choice.self) ?? []
        last = .allocate(capacity: 1)
    }

    deinit {
        forget()
        last.deallocate()
    }

    func forget() {
        if lastTag >= 0 { last.deinitialize(count: 1) }
        lastTag = -1
    }

    func number(at value: UnsafeRawPointer) -> Int {
        number(of: tag(value), value)
    }

    func take(_ value: UnsafeRawPointer) -> (number: Int, isChanged: Bool) {
        let tag = tag(value)
        let number = number(of: tag, value)
        let choice = value.assumingMemoryBound(to: Choice.self)
        guard tag == lastTag else {
            forget()
            last.initialize(to: choice.pointee)
            lastTag = tag
            return (number, true)
        }
        if tag < declared.count, declared[tag].type == nil { return (number, false) }
        switch sameness.verdict(last, choice) {
        case .same: return (number, false)
        case .different:
            last.pointee = choice.pointee
            return (number, true)
        case .equal, .unknown:
            // An `==` may pass over what the tree shows.
            let isChanged = !Comparison.areSame(Child(any: last.pointee), Child(any: choice.pointee), .default)
            last.pointee = choice.pointee
            return (number, isChanged)
        }
    }

    @inline(__always)
    private func number(of tag: Int, _ value: UnsafeRawPointer) -> Int {
        if tag < numbers.count, numbers[tag] >= 0 { return numbers[tag] }
        return learn(tag, value)
    }

    private func learn(_ tag: Int, _ value: UnsafeRawPointer) -> Int {
        let number = names.number(of: name(of: tag, value.assumingMemoryBound(to: Choice.self)))
        while numbers.count <= tag { numbers.append(-1) }
        numbers[tag] = number
        return number
    }

    /// The name as the tree shows it; of a type that encodes itself in its own way, or not at all, the declared one.
    private func name(of tag: Int, _ choice: UnsafePointer<Choice>) -> String {
        if Choice.self is any Encodable.Type, let name = Node(choice.pointee).caseName { return name }
        if tag < declared.count { return declared[tag].name }
        return Node(choice.pointee).caseName ?? "case \(tag)"
    }
}

/// Slots for types that are known when the program runs.
enum EnumSlots {
    /// A slot for an enum type; `nil` for other types.
    static func slot(for type: any Any.Type, _ names: CaseNames) -> (any EnumSlotForm)? {
        func open<T>(_ type: T.Type) -> (any EnumSlotForm)? { EnumSlot<T>(names) }
        return _openExistential(type, do: open)
    }
}
