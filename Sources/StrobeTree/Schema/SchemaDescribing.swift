/// A type that describes the shape of its form, because it has its own way to encode and decode.
///
/// It is taken at its word; `unknown` is an answer too. Programs get it with `import StrobeServer`.
///
///     /// Written as text, such as "21.5 °C".
///     extension Temperature: SchemaDescribing {
///         static var schema: Schema { .scalar(.string) }
///     }
public protocol SchemaDescribing {
    /// The shape of the form that the type encodes and decodes.
    static var schema: Schema { get }
}
