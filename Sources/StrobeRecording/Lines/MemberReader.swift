internal import StrobeProtocol
internal import StrobeTree

/// Takes the members of an object out by name and type; those that were not requested are left over.
struct MemberReader {
    private let object: Value.Object
    /// The places of the members that were requested.
    private var taken: Set<Int> = []
    /// The same of the first 64, without the cost of a set.
    private var takenFirst: UInt64 = 0

    init(_ object: Value.Object) {
        self.object = object
    }

    /// The members that were not requested.
    var rest: Value.Object {
        guard takenFirst.nonzeroBitCount + taken.count < object.count else { return [:] }
        var rest: Value.Object = [:]
        for (place, member) in object.enumerated() where !isTaken(place) { rest[member.key] = member.value }
        return rest
    }

    private func isTaken(_ place: Int) -> Bool {
        place < 64 ? takenFirst & (1 << UInt64(place)) != 0 : taken.contains(place)
    }

    private mutating func take(_ place: Int) {
        if place < 64 { takenFirst |= 1 << UInt64(place) } else { taken.insert(place) }
    }

    static func missing(_ key: String) -> RecordingError {
        RecordingError(.malformedLine, "The member \"\(key)\" is missing.")
    }

    private static func wrong(_ key: String, _ expected: String) -> RecordingError {
        RecordingError(.malformedLine, "The member \"\(key)\" has the wrong type; expected \(expected).")
    }

    mutating func drop(_ key: String) {
        if let place = object.index(of: key) { take(place) }
    }

    /// Any value, `null` too.
    mutating func value(_ key: String) -> Value? {
        guard let place = object.index(of: key) else { return nil }
        take(place)
        return object.values[place]
    }

    /// A value, where `null` means that it is absent.
    private mutating func present(_ key: String) -> Value? {
        let value = value(key)
        if case .null? = value { return nil }
        return value
    }

    mutating func optionalString(_ key: String) throws(RecordingError) -> String? {
        guard let value = present(key) else { return nil }
        guard case .string(let text) = value else { throw Self.wrong(key, "text") }
        return text
    }

    mutating func string(_ key: String) throws(RecordingError) -> String {
        guard let text = try optionalString(key) else { throw Self.missing(key) }
        return text
    }

    mutating func optionalInt64(_ key: String) throws(RecordingError) -> Int64? {
        guard let value = present(key) else { return nil }
        guard case .int(let number) = value, number.magnitude <= WireInteger.greatest else {
            throw Self.wrong(key, "integer from -2^53 to 2^53")
        }
        return number
    }

    mutating func int64(_ key: String) throws(RecordingError) -> Int64 {
        guard let number = try optionalInt64(key) else { throw Self.missing(key) }
        return number
    }

    mutating func optionalUInt64(_ key: String) throws(RecordingError) -> UInt64? {
        guard let value = present(key) else { return nil }
        guard case .int(let number) = value, (0...WireInteger.greatest).contains(number) else {
            throw Self.wrong(key, "integer from 0 to 2^53")
        }
        return UInt64(number)
    }

    /// A seq or a count.
    mutating func optionalInt(_ key: String) throws(RecordingError) -> Int? {
        try optionalUInt64(key).map(Int.init)
    }

    /// A seq or a count.
    mutating func int(_ key: String) throws(RecordingError) -> Int {
        guard let number = try optionalInt(key) else { throw Self.missing(key) }
        return number
    }

    mutating func optionalBool(_ key: String) throws(RecordingError) -> Bool? {
        guard let value = present(key) else { return nil }
        guard case .bool(let bool) = value else { throw Self.wrong(key, "true or false") }
        return bool
    }

    mutating func optionalObject(_ key: String) throws(RecordingError) -> MemberReader? {
        guard let value = present(key) else { return nil }
        guard case .object(let object) = value else { throw Self.wrong(key, "object") }
        return MemberReader(object)
    }

    mutating func object(_ key: String) throws(RecordingError) -> MemberReader {
        guard let members = try optionalObject(key) else { throw Self.missing(key) }
        return members
    }

    /// A list of objects; empty if there is none.
    mutating func objects(_ key: String) throws(RecordingError) -> [MemberReader] {
        guard let value = present(key) else { return [] }
        guard case .array(let elements) = value else { throw Self.wrong(key, "array") }
        var readers: [MemberReader] = []
        for element in elements {
            guard case .object(let object) = element else { throw Self.wrong(key, "array of objects") }
            readers.append(MemberReader(object))
        }
        return readers
    }

    mutating func strings(_ key: String) throws(RecordingError) -> [String] {
        guard let value = present(key) else { return [] }
        guard case .array(let elements) = value else { throw Self.wrong(key, "array") }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else { throw Self.wrong(key, "array of texts") }
            texts.append(text)
        }
        return texts
    }

    /// A schema; one that cannot be read, possibly of a later release, is left over.
    mutating func schema(_ key: String) -> Schema? {
        guard let place = object.index(of: key),
            let schema = try? MessageDecoder().decode(Schema.self, from: object.values[place])
        else { return nil }
        take(place)
        return schema
    }

    mutating func changes(_ key: String) throws(RecordingError) -> [Change]? {
        guard let value = present(key) else { return nil }
        guard case .array(let elements) = value else { throw Self.wrong(key, "array") }
        var changes: [Change] = []
        changes.reserveCapacity(elements.count)
        for element in elements {
            guard case .object(let object) = element else { throw Self.wrong(key, "array of objects") }
            changes.append(try Self.change(object))
        }
        return changes
    }

    static func change(_ object: Value.Object) throws(RecordingError) -> Change {
        guard case .string(let op)? = object["op"], let operation = Change.Operation(rawValue: op) else {
            throw wrong("op", "operation of RFC 6902")
        }
        guard case .string(let pointer)? = object["path"] else { throw missing("path") }
        var change = Change(operation, try path(pointer), value: object["value"], old: object["old"])
        if case .string(let from)? = object["from"] { change.from = try path(from) }
        change.isIncomparable = object["incomparable"] == true
        return change
    }

    private static func path(_ pointer: String) throws(RecordingError) -> Path {
        do {
            return try Path(pointer: pointer)
        } catch {
            throw RecordingError(.malformedLine, error.message)
        }
    }
}
