internal import Synchronization
public import StrobeTree

/// Finds the shapes of types without annotations, and without running anything of them.
///
/// The shape follows from declarations: stored properties, cases and payloads, which the compiler keeps for reflection,
/// and the names under which they are encoded, which are those of the `CodingKeys` in the type. No `init(from:)` runs,
/// neither hand-written nor synthesised.
///
/// What remains to be known:
/// - An `init(from:)` written by hand beside an enum `CodingKeys` is taken for the compiler's; in an enum, if each case has
///   one for its payload, too. Any other type with a coding of its own is `unknown`, and so is a member whose key has no
///   property of that name. What decodes its raw value is taken for a raw value.
/// - Keys are taken for what the compiler makes of them: their raw values, or the names of their cases.
/// - What was compiled without reflection is `unknown`.
/// - A type that conforms to `SchemaDescribing` describes its shape itself.
public enum SchemaProbe {
    private static let cache = Mutex<[ObjectIdentifier: Schema]>([:])

    /// The shape of a type; `unknown` for one that is not `Decodable` or does not show its shape.
    ///
    /// It is found once and kept.
    public static func schema(of type: any Any.Type) -> Schema {
        let id = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[id] }) { return known }
        var session = ProbeSession()
        let schema = session.schema(type)
        cache.withLock { $0[id] = schema }
        return schema
    }
}
