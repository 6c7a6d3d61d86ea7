/// A way to put a payload into one case of an enum, and to extract it.
///
///     enum Parent: Sendable, Equatable { case profile(Int), posts(Int), reset }
///     let profile = CasePath(Parent.profile)
///     let own = profile.extract(.profile(3))  // 3
///     let other = profile.extract(.posts(3))  // nil
///     let parent = profile.embed(4)  // .profile(4)
public struct CasePath<Root: Sendable, Value: Sendable>: Sendable {
    /// Makes the case from a payload.
    public let embed: @Sendable (Value) -> Root
    /// The payload if the value is in this case, else `nil`.
    public let extract: @Sendable (Root) -> Value?

    /// Creates a path from two functions that undo each other.
    ///
    /// This is the quick form: an `if case` costs next to nothing. It also serves types that are no enums:
    ///
    ///     let number = CasePath<any Sendable, Int>(embed: { $0 }, extract: { $0 as? Int })
    @inlinable
    public init(embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?) {
        self.embed = embed
        self.extract = extract
    }

    /// Returns the path to a case inside this one's payload.
    public func appending<Inner: Sendable>(_ path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
        CasePath<Root, Inner>(
            embed: { embed(path.embed($0)) },
            extract: { root in extract(root).flatMap(path.extract) })
    }
}

extension CasePath where Root == Value {
    /// The path to the whole value, whatever its case.
    ///
    /// For reducers that share one type of action.
    public static var whole: CasePath { CasePath(embed: { $0 }, extract: { $0 }) }
}
