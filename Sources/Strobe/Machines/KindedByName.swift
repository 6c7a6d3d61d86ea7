#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A value whose kinds have the names of its type's cases, without the payloads; nothing else has to be written.
///
///     enum Upload: KindedByName {
///         case waiting, running(percent: Int), failed(reason: String)
///         enum Kind: CaseIterable { case waiting, running, failed }
///     }
///     print(Upload.running(percent: 3).kind)  // running
///
/// Cases are compared by the names that the runtime has for them, which takes half a microsecond or more for an event; a
/// `kind` written as a `switch` takes nanoseconds. A case without a kind of its name is not answered by a state machine,
/// which says so, and its `kind` ends the program. Where programs are built without names of cases
/// (`-disable-reflection-metadata`), no case has a kind.
public protocol KindedByName: Kinded {}

extension KindedByName {
    /// The kind with the name of the value's case.
    public var kind: Kind {
        guard let kind = Self.kind(of: self) else {
            preconditionFailure("\(Kind.self) has no case \(CaseName.of(self)), as \(Self.self) does")
        }
        return kind
    }

    /// The kind with the name of the value's case; `nil` if there is none.
    @inlinable
    public static func kind(of value: Self) -> Kind? {
        guard let name = CaseName.pointer(of: value) else { return nil }
        return Kind.allCases.first { CaseName.isName(name, of: $0) }
    }
}

/// The name of an enum value's case.
@usableFromInline
enum CaseName {
    /// Names a value by its case; one that is of no enum by its description.
    static func of(_ value: some Any) -> String {
        enumCaseName(value).map { String(cString: $0) } ?? String(describing: value)
    }

    /// The name of a value's case, which lives as long as the program; `nil` for a value of no enum.
    @usableFromInline
    static func pointer(of value: some Any) -> UnsafePointer<CChar>? { enumCaseName(value) }

    @usableFromInline
    static func isName(_ name: UnsafePointer<CChar>, of value: some Any) -> Bool {
        enumCaseName(value).map { strcmp($0, name) == 0 } ?? false
    }
}

/// The runtime's name of the case, as `print` shows it for enums that do not describe themselves; `nil` for no enum.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
