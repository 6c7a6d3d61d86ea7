internal import StrobeReflection
internal import StrobeTree

/// Values of a recording, for tests that were generated from it.
///
///     let lamp: Item = try Recorded.value(#"{"id": 1, "title": "Lamp"}"#)
///     let items = try Recorded.value(#"[{"id": 1, "title": "Lamp"}]"#, like: [Item]())
///     print(items == [lamp])  // true
public enum Recorded {
    /// Decodes a value.
    ///
    /// - Parameter json: The value in the JSON form of recordings: enums as `"loading"` and `{"loaded": ...}`.
    /// - Throws: An error that says at which byte the text is no JSON, or at which path it does not fit the type.
    public static func value<T: Decodable>(_ json: String) throws -> T {
        try TreeDecoder().decode(T.self, from: JSON.parse(json))
    }

    /// Decodes a value of the same type as another.
    ///
    /// - Parameters:
    ///   - json: The value in the JSON form of recordings.
    ///   - sample: Any value of the type.
    /// - Throws: As without a sample.
    public static func value<T: Decodable>(_ json: String, like sample: T) throws -> T {
        try value(json)
    }
}
