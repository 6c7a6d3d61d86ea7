/// The numbers of the protocol's errors: JSON-RPC's own and ours.
public enum ErrorCode: Int, Codable, Sendable, Hashable, CaseIterable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case cancelled = -32800
    case stale = -32801
    case unauthorized = -33001
    case unsupportedVersion = -33002
    case lineTooLong = -33003
    case unknownStore = -33004
    case noSuchPath = -33005
    case seqEvicted = -33006
    case undecodableAction = -33007
    case readOnly = -33008
    case tooManyClients = -33009
    case tooLarge = -33010
    case notSupported = -33011

    /// The name that stands in `data.kind`.
    public var kind: String { String(describing: self) }
}
