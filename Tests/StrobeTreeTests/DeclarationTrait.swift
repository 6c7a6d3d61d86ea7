import StrobeReflection
import Testing

extension Trait where Self == ConditionTrait {
    /// Enables a test of what only the declarations of types tell, which is unknown if metadata is not read.
    static var readsDeclarations: Self { .enabled(if: TypeMetadata.isUsable, "only declarations give it") }
}
