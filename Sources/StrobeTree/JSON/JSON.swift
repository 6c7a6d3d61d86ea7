/// JSON text (RFC 8259) to values and back, over bytes.
///
/// Reading and writing are inverse: integers are exact, doubles keep their bits, members keep their order.
public enum JSON {
    /// How text is laid out.
    public struct Style: Sendable, Hashable {
        /// The number of spaces a level is indented by; 0 puts everything on one line.
        public var indentation: Int
        /// Whether the members of objects are ordered by key instead of as they are.
        public var sortsKeys: Bool

        /// Makes a style.
        ///
        /// - Parameters:
        ///   - indentation: Spaces a level, from 0.
        ///   - sortsKeys: Whether members are ordered by the UTF-8 bytes of their keys.
        public init(indentation: Int = 0, sortsKeys: Bool = false) {
            self.indentation = indentation
            self.sortsKeys = sortsKeys
        }

        /// One line without spaces.
        public static let compact = Style()
        /// Two spaces a level, one member or element a line.
        public static let pretty = Style(indentation: 2)
    }

    /// Reads one value from UTF-8 bytes.
    ///
    /// The text must be one JSON value with nothing but white space around it. Of several members with the same key the
    /// last one counts. Integers that fit neither `Int64` nor `UInt64` become doubles.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedJSON` with the byte offset, or `tooLarge`.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default
    ) throws(TreeError) -> Value {
        var reader = try reader(of: bytes, limits)
        try reader.read()
        var place = 0
        return reader.value(at: &place)
    }

    /// Reads one value from UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - bytes: The text; contiguous storage is read in place.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedJSON` with the byte offset, or `tooLarge`.
    public static func parse(
        _ bytes: some Collection<UInt8>, limits: JSONLimits = .default
    ) throws(TreeError) -> Value {
        let result = bytes.withContiguousStorageIfAvailable { storage in
            Result { () throws(TreeError) in try parse(UnsafeRawBufferPointer(storage), limits: limits) }
        }
        if let result { return try result.get() }
        return try parse(Array(bytes), limits: limits)
    }

    /// Reads one value from text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedJSON` with the byte offset, or `tooLarge`.
    public static func parse(_ text: String, limits: JSONLimits = .default) throws(TreeError) -> Value {
        var text = text
        let result = text.withUTF8 { storage in
            Result { () throws(TreeError) in try parse(UnsafeRawBufferPointer(storage), limits: limits) }
        }
        return try result.get()
    }

    /// Reads one value from UTF-8 bytes and makes nothing of it.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - limits: What is refused as too large.
    /// - Throws: `malformedJSON` with the byte offset, or `tooLarge`.
    package static func check(
        _ bytes: some Collection<UInt8>, limits: JSONLimits = .default
    ) throws(TreeError) {
        let result = bytes.withContiguousStorageIfAvailable { storage in
            Result { () throws(TreeError) in
                var reader = try reader(of: UnsafeRawBufferPointer(storage), limits)
                try reader.read()
            }
        }
        if let result { return try result.get() }
        try check(Array(bytes), limits: limits)
    }

    private static func reader(
        of bytes: UnsafeRawBufferPointer, _ limits: JSONLimits
    ) throws(TreeError) -> JSONReader {
        guard bytes.count <= limits.maxBytes else {
            throw TreeError(
                .tooLarge, "The text has \(bytes.count) bytes; at most \(limits.maxBytes) are read.",
                offset: limits.maxBytes)
        }
        guard let start = bytes.baseAddress else { throw JSONReader.emptyText }
        return JSONReader(start, count: bytes.count, limits: limits)
    }

    /// Appends the text of a value to a buffer.
    ///
    /// Numbers that JSON cannot express are written as the strings "NaN", "Infinity" and "-Infinity".
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - bytes: Where the text goes; what it holds already stays.
    ///   - style: The layout.
    public static func write(_ value: Value, into bytes: inout [UInt8], style: Style = .compact) {
        var writer = JSONWriter(style: style)
        let sink: JSONWriter.Sink = {
            bytes.append(contentsOf: $0)
            return true
        }
        writer.write(value, to: sink)
    }

    /// Writes the text of a value in pieces through one reused buffer.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - style: The layout.
    ///   - sink: Takes each piece of about 32 KiB; the bytes are valid only during the call.
    /// - Throws: What the sink throws; nothing more is written after that.
    public static func write<Failure: Error>(
        _ value: Value, style: Style = .compact, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        let sink: JSONWriter.Sink = { piece in
            do throws(Failure) {
                try sink(piece)
            } catch {
                failure = error
            }
            return failure == nil
        }
        var writer = JSONWriter(style: style)
        writer.write(value, to: sink)
        if let failure { throw failure }
    }

    /// The text of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - style: The layout.
    public static func text(_ value: Value, style: Style = .compact) -> String {
        var bytes: [UInt8] = []
        write(value, into: &bytes, style: style)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What a reader of JSON refuses as too large.
public struct JSONLimits: Sendable, Hashable {
    /// The number of arrays and objects that may be open at once, 1 to 512.
    public var maxDepth: Int
    /// The size of the text in bytes.
    public var maxBytes: Int
    /// The number of values, each element and member counted.
    public var maxNodes: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maxDepth: Open arrays and objects; held between 1 and 512, which fits the stack of any thread.
    ///   - maxBytes: Bytes of text.
    ///   - maxNodes: Values in all.
    public init(maxDepth: Int = 128, maxBytes: Int = 1 << 30, maxNodes: Int = 1 << 26) {
        self.maxDepth = min(max(maxDepth, 1), 512)
        self.maxBytes = maxBytes
        self.maxNodes = maxNodes
    }

    /// 128 levels, 1 GiB, 67 million values.
    public static let `default` = JSONLimits()
}
