internal import StrobeTree

/// Writes the text of lines member by member into one buffer.
struct LineEncoder {
    private let text = JSONLine()
    /// Whether a comma is due before the next member or element.
    private var needsComma = false

    /// What was written.
    var bytes: [UInt8] { text.bytes }
    /// The number of its bytes.
    var count: Int { text.count }

    /// What was written, which is forgotten.
    mutating func take() -> [UInt8] {
        needsComma = false
        return text.take()
    }

    mutating func removeAll() { cut(to: 0) }

    /// Takes back everything from a line's beginning on.
    mutating func cut(to length: Int) {
        text.cut(to: length)
        needsComma = false
    }

    mutating func endLine() { append("\n", needsComma: false) }

    mutating func open() {
        separate()
        append("{", needsComma: false)
    }

    mutating func close() { append("}", needsComma: true) }

    /// Begins a member; its value has to follow.
    mutating func key(_ key: StaticString) {
        append(needsComma ? ",\"" : "\"", needsComma: false)
        text.append(text: key)
        text.append(text: "\":")
    }

    mutating func value(_ value: Value) {
        separate()
        text.append(value)
        needsComma = true
    }

    mutating func member(_ key: StaticString, _ value: Value?) {
        guard let value else { return }
        self.key(key)
        self.value(value)
    }

    mutating func member(_ key: StaticString, _ string: String?) {
        guard let string else { return }
        self.key(key)
        text.append(string)
        needsComma = true
    }

    mutating func member(_ key: StaticString, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        self.key(key)
        if let number = Int64(exactly: number) { text.append(number) } else { text.append(.uint(UInt64(number))) }
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
            text.append(key)
            append(":", needsComma: false)
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
        append("[", needsComma: false)
        for element in elements { body(element, &self) }
        append("]", needsComma: true)
    }

    private mutating func separate() {
        if needsComma { append(",", needsComma: false) }
    }

    private mutating func append(_ text: StaticString, needsComma: Bool) {
        self.text.append(text: text)
        self.needsComma = needsComma
    }
}
