/// A value with one of a few kinds: a state or an event of a state machine, distinguished without its payload.
///
/// A type whose cases have no payload is its own kind. One with payloads says which kind each case is, or conforms to
/// `KindedByName`:
///
///     enum Lamp: Kinded, CaseIterable { case off, on }
///
///     enum Download: Kinded {
///         case waiting, running(percent: Int)
///         enum Kind: CaseIterable { case waiting, running }
///         var kind: Kind {
///             switch self {
///             case .waiting: .waiting
///             case .running: .running
///             }
///         }
///     }
///
/// Graphs call a kind by its description; for the states of a graph that is to be compared with what ran, it should be the
/// name of the case.
public protocol Kinded: Sendable {
    /// The kinds there are.
    associatedtype Kind: Hashable & Sendable & CaseIterable

    /// The kind of this value.
    var kind: Kind { get }

    /// The kind of a value; `nil` if that is not known.
    static func kind(of value: Self) -> Kind?
}

extension Kinded {
    /// The kind of a value.
    @inlinable
    public static func kind(of value: Self) -> Kind? { value.kind }
}

extension Kinded where Self: CaseIterable & Hashable {
    /// The value itself.
    @inlinable public var kind: Self { self }
}
