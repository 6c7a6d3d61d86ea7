internal import Synchronization

/// Finds the shapes of types without annotations.
///
/// A type is decoded with a decoder that notes what it is asked for and refuses it: every request for a value throws, so
/// no `init(from:)`, whoever wrote it, ever gets a value that nobody sent. An enum is asked once for each of its cases.
/// What comes after the first request follows from the declarations of stored properties and payloads, which the compiler
/// keeps for reflection.
///
/// What remains to be known:
/// - Code before the first request for a value runs, and so does what follows a `try?`; it sees what any decoder may do to
///   it. A type that must not be touched at all conforms to `SchemaDescribing`.
/// - An `init(from:)` written by hand that asks first for what the compiler would ask for is taken for the compiler's: the
///   types of its other fields are those of the properties of the same names. One that begins otherwise tells the
///   names of its keys and what it asked for; the rest is `unknown`.
/// - Of a class, and of what was compiled without reflection, the fields after the first one are `unknown`.
public enum SchemaProbe {
    private static let cache = Mutex<[ObjectIdentifier: Schema]>([:])

    /// The shape of a type; `unknown` for one that is not `Decodable` or does not tell.
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
