public import StrobeTree

/// Makes Swift values of their JSON form.
///
/// Besides the form that `TreeEncoder` writes it takes Foundation's: `{"loaded": {"_0": ...}}` for enums, alternating
/// keys and values for dictionaries, numbers for dates and arrays of bytes for data. Unknown members are skipped,
/// unknown cases are errors.
public struct TreeDecoder: Sendable {
    /// The largest tree that is read; only the depth counts here.
    public var limits: TreeLimits

    /// Makes a decoder.
    public init(limits: TreeLimits = .default) {
        self.limits = limits
    }

    /// Decodes a value.
    ///
    /// A type that is known at run time only, an `any Decodable.Type`, is taken as well; the result is `any Decodable`
    /// then.
    ///
    /// - Throws: `undecodable` with the path inside the form, what was expected there and the nearest name by spelling;
    ///   `tooLarge` over the limits.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws(TreeError) -> T {
        try MessageDecoder(limits: limits).decode(type, from: value, types: KnownTypes())
    }
}

/// What the runtime knows of types.
private struct KnownTypes: DecodedTypes {
    func keyNames<Key: CodingKey>(_ type: Key.Type) -> [String]? { TypeMetadata.names(of: type) }
    func rawForms(of type: any Any.Type) -> [Value]? { RawCases.forms(of: type) }
    func isEnum(_ value: Any) -> Bool { TypeFacts.isEnum(value) }
}
