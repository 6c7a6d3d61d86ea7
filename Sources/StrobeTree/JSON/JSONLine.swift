/// A line of JSON text that is written piece by piece; its memory is used again for the next one.
package struct JSONLine: ~Copyable {
    private var writer: JSONWriter
    private var place: UnsafeMutablePointer<UInt8>
    /// What the writer's buffer had no more room for.
    private var earlier: [UInt8] = []
    /// Whether a comma is due before the next member or element.
    private var needsComma = false

    /// Creates an empty line.
    package init() {
        let writer = JSONWriter(style: .compact)
        place = writer.start
        self.writer = writer
    }

    // MARK: Pieces

    /// Appends a value.
    package mutating func append(_ value: borrowing Value) {
        place = Self.append(value, with: &writer, at: place, keeping: &earlier)
    }

    /// Appends a string with its quotes.
    package mutating func append(_ string: borrowing String) {
        place = Self.append(string, with: &writer, at: place, keeping: &earlier)
    }

    /// Appends an integer.
    package mutating func append(_ integer: Int64) {
        makeRoom()
        place = writer.append(integer, at: place)
    }

    /// Appends a comma, unless it is the first of an object, and a key with its colon.
    package mutating func append(key: borrowing String, isFirst: Bool) {
        if !isFirst { append(text: ",") }
        append(key)
        append(text: ":")
    }

    /// Appends at most 100 bytes of text as they are.
    package mutating func append(text: StaticString) {
        makeRoom()
        place = writer.append(text: text, at: place)
        needsComma = false
    }

    /// The number of bytes that were written.
    package var count: Int { earlier.count + (place - writer.start) }

    /// What was written.
    package var bytes: [UInt8] {
        let rest = UnsafeBufferPointer(start: writer.start, count: place - writer.start)
        return earlier.isEmpty ? Array(rest) : earlier + rest
    }

    /// What was written, which is forgotten.
    package mutating func take() -> [UInt8] {
        var line: [UInt8] = []
        swap(&line, &earlier)
        line.append(contentsOf: UnsafeBufferPointer(start: writer.start, count: place - writer.start))
        place = writer.start
        needsComma = false
        return line
    }

    /// Forgets what was written beyond a number of bytes.
    package mutating func cut(to length: Int) {
        needsComma = false
        guard length < count else { return }
        place = writer.start + max(0, length - earlier.count)
        if length < earlier.count { earlier.removeSubrange(length...) }
    }

    @inline(__always)
    private mutating func makeRoom() {
        if !writer.hasRoom(at: place) { keep() }
    }

    @inline(never)
    private mutating func keep() {
        earlier.append(contentsOf: UnsafeBufferPointer(start: writer.start, count: place - writer.start))
        place = writer.start
    }

    // Static, so that what the writer calls reaches the rest of the line, which it is a part of.

    private static func append(
        _ value: borrowing Value, with writer: inout JSONWriter, at place: JSONWriter.Place,
        keeping earlier: inout [UInt8]
    ) -> JSONWriter.Place {
        writer.append(value, at: place) { piece in
            earlier.append(contentsOf: piece)
            return true
        }
    }

    private static func append(
        _ string: borrowing String, with writer: inout JSONWriter, at place: JSONWriter.Place,
        keeping earlier: inout [UInt8]
    ) -> JSONWriter.Place {
        writer.append(string, at: place) { piece in
            earlier.append(contentsOf: piece)
            return true
        }
    }

    // MARK: Members

    /// Begins an object.
    package mutating func open() {
        separate()
        append(text: "{")
    }

    /// Ends an object.
    package mutating func close() {
        append(text: "}")
        needsComma = true
    }

    /// Begins a member; its value has to follow.
    package mutating func key(_ key: StaticString) {
        append(text: needsComma ? ",\"" : "\"")
        append(text: key)
        append(text: "\":")
    }

    /// Appends an element, or the value of a member.
    package mutating func value(_ value: borrowing Value) {
        separate()
        append(value)
        needsComma = true
    }

    /// Appends a member, unless it is `nil`; so do the others of this name.
    package mutating func member(_ key: StaticString, _ value: borrowing Value?) {
        guard let value = copy value else { return }
        self.key(key)
        self.value(value)
    }

    package mutating func member(_ key: StaticString, _ string: borrowing String?) {
        guard let string = copy string else { return }
        self.key(key)
        append(string)
        needsComma = true
    }

    package mutating func member(_ key: StaticString, _ number: Int64?) {
        guard let number else { return }
        self.key(key)
        append(number)
        needsComma = true
    }

    package mutating func member(_ key: StaticString, _ number: Int?) { member(key, number.map(Int64.init)) }

    package mutating func member(_ key: StaticString, _ number: UInt64?) { member(key, number.map(Leaf.form)) }

    package mutating func member(_ key: StaticString, _ bool: Bool?) { member(key, bool.map(Value.bool)) }

    /// Appends members with their keys.
    package mutating func members(_ members: Value.Object) {
        for (key, value) in members {
            separate()
            append(key)
            append(text: ":")
            self.value(value)
        }
    }

    /// Appends a member that is an object, with the members that a closure writes.
    package mutating func object(_ key: StaticString, _ body: (inout JSONLine) -> Void) {
        self.key(key)
        open()
        body(&self)
        close()
    }

    /// Appends a member that is a list, with what a closure writes for each element.
    package mutating func list<Element>(
        _ key: StaticString, _ elements: [Element], _ body: (Element, inout JSONLine) -> Void
    ) {
        self.key(key)
        append(text: "[")
        for element in elements { body(element, &self) }
        append(text: "]")
        needsComma = true
    }

    /// Appends a member that is a list of objects.
    package mutating func list(_ key: StaticString, _ elements: [some ListedMembers]) {
        list(key, elements) { element, line in
            line.open()
            element.writeMembers(to: &line)
            line.close()
        }
    }

    private mutating func separate() {
        if needsComma { append(text: ",") }
    }
}

/// What is written so often that it lists its members itself: those of its `encode(to:)`, in the same order.
package protocol ListedMembers: Encodable {
    /// Writes the members of an object that is open.
    func writeMembers(to line: inout JSONLine)
}
