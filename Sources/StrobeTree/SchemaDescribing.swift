/// A type that tells the shape of its form itself.
///
/// `SchemaProbe` takes its word and never runs its `init(from:)`. `unknown` is an answer too.
public protocol SchemaDescribing {
    /// The shape of the form that the type decodes.
    static var schema: Schema { get }
}
