internal import StrobeReflection
public import Testing

/// What only the declarations of types tell, which is unknown if metadata is not read.
public enum Declarations {
    /// Whether they are read.
    public static var areRead: Bool { TypeMetadata.isUsable }
}

extension Trait where Self == ConditionTrait {
    /// Enables a test of what only the declarations of types tell.
    public static var readsDeclarations: Self { .enabled(if: Declarations.areRead, "only declarations give it") }
}
