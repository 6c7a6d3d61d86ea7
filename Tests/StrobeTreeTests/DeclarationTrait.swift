import StrobeReflection
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a test about what only the declarations of types give, which is unknown if their metadata is not read.
    static var readsDeclarations: Self { .enabled(if: TypeMetadata.isUsable, "only declarations give it") }
}
