internal import StrobeTree

/// Writes the text of lines member by member into one buffer.
struct LineEncoder {
    private(set) var bytes: [UInt8] = []
    /// Whether a comma is due before the next member or element.
    private var needsComma = false

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Takes back everything from a line's beginning on.
    mutating func cut(to length: Int) {
        bytes.removeLast(bytes.count - length)
        needsComma = false
    }

    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    mutating func open() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins a member; its value has to follow.
    mutating func key(_ key: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func value(_ value: Value) {
        separate()
        switch value {
        case .string(let text): quote(text)
        case .int(let number): integer(number)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        default: JSON.write(value, into: &bytes)
        }
        needsComma = true
    }

    mutating func member(_ key: StaticString, _ value: Value?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        quote(text)
        needsComma = true
    }

    mutating func member(_ key: StaticString, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        self.key(key)
        integer(number)
        needsComma = true
    }

    mutating func member(_ key: StaticString, _ bool: Bool) {
        member(key, Value.bool(bool))
    }

    mutating func member(_ key: StaticString, _ schema: Schema?) {
        // A schema has nothing that could not be encoded; without one a recording is still whole.
        guard let schema, let value = try? MessageEncoder().encode(schema) else { return }
        member(key, value)
    }

    mutating func members(_ members: Value.Object) {
        for (key, value) in members {
            separate()
            quote(key)
            bytes.append(UInt8(ascii: ":"))
            needsComma = false
            self.value(value)
        }
    }

    mutating func object(_ key: StaticString, _ body: (inout LineEncoder) -> Void) {
        self.key(key)
        open()
        body(&self)
        close()
    }

    mutating func list<Element>(
        _ key: StaticString, _ elements: [Element], _ body: (Element, inout LineEncoder) -> Void
    ) {
        self.key(key)
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        for element in elements { body(element, &self) }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func integer(_ number: some BinaryInteger) {
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func quote(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard isPlain else { return JSON.write(.string(text), into: &bytes) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }
}
