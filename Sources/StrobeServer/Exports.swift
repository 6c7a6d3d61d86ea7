// The types that a program names to set up a server. Imported one by one, as names like `Path` and `Value` belong to
// the program.

@_exported public import enum Strobe.ReplayEffects
@_exported public import struct Strobe.ReplayInfo
@_exported public import struct StrobeHistory.HistoryOptions
@_exported public import enum StrobeProtocol.Access
@_exported public import struct StrobeProtocol.SessionLimits
@_exported public import class StrobeTransport.MemoryConnection
@_exported public import struct StrobeTransport.TransportError
@_exported public import struct StrobeReflection.Redaction
@_exported public import struct StrobeTree.RedactionRule
@_exported public import struct StrobeTree.TreeError
@_exported public import enum StrobeTree.Schema
@_exported public import protocol StrobeReflection.InspectableObject
@_exported public import protocol StrobeTree.SchemaDescribing
@_exported public import protocol StrobeReflection.StateCopying
@_exported public import protocol StrobeReflection.ValueSemantic
public import StrobeReflection
public import StrobeTransport

extension DebugServer {
    /// Where clients can connect.
    public typealias Endpoint = StrobeTransport.Endpoint
    /// The stream of lines between a server and a client.
    public typealias Connection = StrobeTransport.Connection
}

extension Redaction {
    /// These rules and those of another redaction.
    public static func + (first: Redaction, second: Redaction) -> Redaction { first.adding(second) }
}
