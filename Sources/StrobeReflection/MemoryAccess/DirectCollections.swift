internal import StrobeSystem
internal import StrobeTree

/// A list in memory, seen without its type.
protocol DirectList {
    static var elementType: any Any.Type { get }
    static func count(at place: UnsafeRawPointer) -> Int
    /// Where an element is; valid as long as the list is there and not changed. `nil` beyond the end.
    static func element(_ position: Int, at place: UnsafeRawPointer) -> UnsafeRawPointer?
}

extension Array: DirectList {
    static var elementType: any Any.Type { Element.self }

    static func count(at place: UnsafeRawPointer) -> Int { place.assumingMemoryBound(to: Self.self).pointee.count }

    static func element(_ position: Int, at place: UnsafeRawPointer) -> UnsafeRawPointer? {
        // The array owns its elements, and the reader keeps the array as it is meanwhile. Bytes, since the type of a buffer of
        // elements would be looked up each time.
        let start = position * MemoryLayout<Element>.stride
        return place.assumingMemoryBound(to: Self.self).pointee.withUnsafeBytes { bytes -> UnsafeRawPointer? in
            start < bytes.count ? bytes.baseAddress.map { $0 + start } : nil
        }
    }
}

/// A list whose elements have an id.
protocol DirectIdentifiableList {
    static func element(withID text: String) -> any IdentifiedElement
    static var hasReadableIDs: Bool { get }
}

/// The element of a list that has an id.
protocol IdentifiedElement: AnyObject {
    /// Where it is in a list; `nil` if it is not.
    func find(in list: UnsafeRawPointer) -> UnsafeRawPointer?
}

extension Array: DirectIdentifiableList where Element: Identifiable {
    static func element(withID text: String) -> any IdentifiedElement { ElementByID<Element>(text) }
}

/// Finds the first element that has an id.
///
/// Its last position proves nothing: another element with that id may be before it now.
private final class ElementByID<Element: Identifiable>: IdentifiedElement {
    private let text: String
    /// The id, once it is known.
    @exclusivity(unchecked)
    private var id: Element.ID?
    /// Whether no id has that text.
    private let isImpossible: Bool
    private let search: ((UnsafeBufferPointer<Element>) -> Int?)?

    init(_ text: String) {
        self.text = text
        switch Self.id(for: text) {
        case .known(let id): (self.id, isImpossible) = (id, false)
        case .impossible: (id, isImpossible) = (nil, true)
        case .unknown: (id, isImpossible) = (nil, false)
        }
        search = id.flatMap { Self.search(for: $0) }
    }

    func find(in list: UnsafeRawPointer) -> UnsafeRawPointer? {
        if isImpossible { return nil }
        return list.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
            guard let found = search.map({ $0(elements) }) ?? elements.firstIndex(where: hasID) else { return nil }
            return elements.baseAddress.map { UnsafeRawPointer($0 + found) }
        }
    }

    private func hasID(_ element: Element) -> Bool {
        if let id { return element.id == id }
        guard KeyText.text(of: element.id) == text else { return false }
        id = element.id
        return true
    }

    private enum Reading {
        case known(Element.ID)
        case impossible
        /// Only the ids found in the array show it.
        case unknown
    }

    private static func id(for text: String) -> Reading {
        func read(_ id: Any?) -> Reading { (id as? Element.ID).map { .known($0) } ?? .impossible }
        if Element.ID.self == String.self { return read(text) }
        if Element.ID.self == Int.self { return read(Int(text).flatMap { String($0) == text ? $0 : nil }) }
        if Element.ID.self == UUID.self {
            return read(UUID(uuidString: text).flatMap { $0.uuidString == text ? $0 : nil })
        }
        return .unknown
    }

    /// A search through the memory of the elements, where their ids are stored as such.
    private static func search(for id: Element.ID) -> ((UnsafeBufferPointer<Element>) -> Int?)? {
        guard TypeMetadata.kind(of: Element.self) == .structure,
            let place = TypeMetadata.places(of: Element.self)?.first(where: { $0.field.name == "id" }),
            place.field.type == Element.ID.self
        else { return nil }
        let offset = place.offset
        if let id = id as? Int { return { position(of: id, at: offset, in: UnsafeRawBufferPointer($0)) } }
        if let id = id as? String { return { position(of: id, at: offset, in: UnsafeRawBufferPointer($0)) } }
        if let id = id as? UUID { return { position(of: id, at: offset, in: UnsafeRawBufferPointer($0)) } }
        return nil
    }

    @inline(__always)
    private static func position<ID: Equatable>(of id: ID, at offset: Int, in memory: UnsafeRawBufferPointer) -> Int? {
        guard let start = memory.baseAddress else { return nil }
        let stride = MemoryLayout<Element>.stride
        for position in 0..<memory.count / stride
        where (start + position * stride + offset).assumingMemoryBound(to: ID.self).pointee == id {
            return position
        }
        return nil
    }
}

/// A dictionary in memory, seen without its type.
protocol DirectDictionary {
    static var valueType: any Any.Type { get }
    static func entry(named name: String) -> NamedEntry
}

/// What is known of the entry with a name.
enum NamedEntry {
    case entry(any DictionaryEntry)
    /// No key has that name.
    case nothing
    /// Only the keys found in the dictionary show it.
    case unknown
}

/// The entry of a dictionary that has a key.
protocol DictionaryEntry: AnyObject {
    /// Calls a closure with the place of a copy of its value; not if there is none.
    func read(_ dictionary: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)
}

extension Dictionary: DirectDictionary {
    static var valueType: any Any.Type { Value.self }

    static func entry(named name: String) -> NamedEntry {
        if let key = name as? Key { return .entry(EntryByKey<Key, Value>(key: key)) }
        guard Key.self == Int.self else { return .unknown }
        return (AnyKey(name).intValue as? Key).map { .entry(EntryByKey<Key, Value>(key: $0)) } ?? .nothing
    }
}

private final class EntryByKey<Key: Hashable, Value>: DictionaryEntry {
    private let key: Key

    init(key: Key) {
        self.key = key
    }

    func read(_ dictionary: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        guard let value = dictionary.assumingMemoryBound(to: [Key: Value].self).pointee[key] else { return }
        withUnsafePointer(to: value) { body($0) }
    }
}

/// A set or dictionary in memory, whose elements are only counted.
protocol DirectCount {
    static func count(at place: UnsafeRawPointer) -> Int
}

extension Array: DirectCount {}

extension Set: DirectCount {
    static func count(at place: UnsafeRawPointer) -> Int { place.assumingMemoryBound(to: Self.self).pointee.count }
}

extension Dictionary: DirectCount {
    static func count(at place: UnsafeRawPointer) -> Int { place.assumingMemoryBound(to: Self.self).pointee.count }
}
