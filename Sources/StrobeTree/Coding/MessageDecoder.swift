/// Decodes messages from JSON values, without reflection.
public struct MessageDecoder: Sendable {
    /// The largest message that is read; only the depth and the integers count here.
    public var limits: TreeLimits

    /// Makes a decoder.
    public init(limits: TreeLimits = .default) {
        self.limits = limits
    }

    /// Decodes a message; unknown members are ignored.
    ///
    /// - Throws: `undecodable` with the path inside the form, what was expected there and the nearest name by spelling;
    ///   `tooLarge` over the limits.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws(TreeError) -> T {
        try decode(type, from: value, types: nil)
    }

    /// The same, with errors that use what is known of the types.
    package func decode<T: Decodable>(
        _ type: T.Type, from value: Value, types: (any DecodedTypes)?
    ) throws(TreeError) -> T {
        if let result = DirectDecoding.decode(type, from: value, limits: limits, knowsTypes: types != nil) {
            return result
        }
        let root = FormReader(value, type: type, limits: limits, types: types)
        do {
            return try root.read(type, from: value, nil)
        } catch let error as TreeError {
            throw error
        } catch {
            var foreign = TreeError(
                .undecodable, "\(TypeName.of(type)): \(error)", path: .root, expected: TypeName.of(type))
            foreign.isForeign = true
            throw foreign
        }
    }
}
