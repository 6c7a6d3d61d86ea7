internal import Synchronization

/// Finds the shapes of types without annotations, by decoding them with a decoder that makes values up and notes what it
/// is asked for.
///
/// What the compiler made for `Decodable` always tells its shape. An `init(from:)` written by hand is run as well; where
/// it throws, or asks for what no shape expresses, the type is `unknown`.
public enum SchemaProbe {
    private static let cache = Mutex<[ObjectIdentifier: Schema]>([:])

    /// The shape of a type; `unknown` for one that is not `Decodable` or does not tell.
    ///
    /// It is found once and kept.
    public static func schema(of type: any Any.Type) -> Schema {
        let id = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[id] }) { return known }
        let session = ProbeSession()
        let schema: Schema
        if let type = type as? any Decodable.Type {
            schema = session.schema(type)
        } else {
            schema = .unknown(type: TypeName.of(type))
        }
        cache.withLock { $0[id] = schema }
        return schema
    }
}
