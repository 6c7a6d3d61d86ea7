// The types that a client program names: the messages and their members.

@_exported public import StrobeProtocol
@_exported public import class StrobeTransport.ChildProcess
@_exported public import class StrobeTransport.MemoryConnection
@_exported public import enum StrobeTransport.Endpoint
@_exported public import protocol StrobeTransport.Connection
@_exported public import struct StrobeTransport.Peer
@_exported public import struct StrobeTransport.TransportError
@_exported public import enum StrobeTree.Position
@_exported public import enum StrobeTree.Schema
@_exported public import enum StrobeTree.Value
@_exported public import struct StrobeTree.Change
@_exported public import struct StrobeTree.Path
