/// The name by which effects are replaced, held back and cancelled; many running effects may share one.
///
///     let search: EffectID = "search"
///     let page: EffectID = "page \(3)"
///     let schedules = [EffectSchedule.debounced(search, for: .seconds(1)), .replacing(page)]
public struct EffectID: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The name as people read and type it.
    public let name: String

    /// Creates an id from a name.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates an id from a string literal.
    public init(stringLiteral name: String) {
        self.name = name
    }
}

extension EffectID: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
