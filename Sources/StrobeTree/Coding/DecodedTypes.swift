/// What can be known of a type beyond its decoding, for messages that say what would have been right.
package protocol DecodedTypes: Sendable {
    /// The names of all keys; `nil` if unknown.
    func keyNames<Key: CodingKey>(_ type: Key.Type) -> [String]?
    /// The forms of all cases of an enum with raw values; `nil` for other types, or if unknown.
    func rawForms(of type: any Any.Type) -> [Value]?
    /// Whether a value is of an enum type, except `Optional`.
    func isEnum(_ value: Any) -> Bool
}
