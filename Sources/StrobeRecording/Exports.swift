// What the lines of a recording hold.

@_exported public import struct StrobeProtocol.EffectDescription
@_exported public import struct StrobeProtocol.LogEntry
@_exported public import enum StrobeTree.Schema
@_exported public import enum StrobeTree.Value
@_exported public import struct StrobeTree.Change
@_exported public import struct StrobeTree.Path
