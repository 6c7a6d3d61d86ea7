/// The numbers of the protocol's errors: JSON-RPC's and ours.
public enum ErrorCode: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The line is not JSON, or not UTF-8.
    case parseError
    /// The JSON is not a JSON-RPC 2.0 message.
    case invalidRequest
    /// There is no such method.
    case methodNotFound
    /// A parameter is missing, of the wrong type or out of range.
    case invalidParams
    /// The server failed; the client cannot fix it.
    case internalError
    /// A message was sent before `initialize`.
    case notInitialized
    /// The request was cancelled before it had any effect.
    case cancelled
    /// The store has moved on from `ifSeq`.
    case stale
    /// The token is missing or wrong.
    case unauthorized
    /// The server does not speak that version of the protocol.
    case unsupportedVersion
    /// The line is longer than the limit.
    case lineTooLong
    /// There is no such store, or several and the request names none.
    case unknownStore
    /// There is nothing at the path.
    case noSuchPath
    /// The state or entry of that seq is no longer kept.
    case seqEvicted
    /// The action does not fit the store's type of actions.
    case undecodableAction
    /// The session has read access only.
    case readOnly
    /// The server has reached its limit of sessions.
    case tooManyClients
    /// The answer would be larger than the limits.
    case tooLarge
    /// The server or the store cannot do that.
    case notSupported
    /// A number that this version does not know.
    case other(Int)

    /// The codes of this version, in the order of the specification.
    public static let allCases: [ErrorCode] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .notInitialized, .cancelled,
        .stale, .unauthorized, .unsupportedVersion, .lineTooLong, .unknownStore, .noSuchPath, .seqEvicted,
        .undecodableAction, .readOnly, .tooManyClients, .tooLarge, .notSupported,
    ]

    /// Makes a code from its number; `other` if this version does not know it.
    public init(rawValue: Int) {
        self = Self.allCases.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }

    /// The number written in `code`.
    public var rawValue: Int {
        switch self {
        case .parseError: -32700
        case .invalidRequest: -32600
        case .methodNotFound: -32601
        case .invalidParams: -32602
        case .internalError: -32603
        case .notInitialized: -32002
        case .cancelled: -32800
        case .stale: -32801
        case .unauthorized: -33001
        case .unsupportedVersion: -33002
        case .lineTooLong: -33003
        case .unknownStore: -33004
        case .noSuchPath: -33005
        case .seqEvicted: -33006
        case .undecodableAction: -33007
        case .readOnly: -33008
        case .tooManyClients: -33009
        case .tooLarge: -33010
        case .notSupported: -33011
        case .other(let number): number
        }
    }

    /// The name written in `data.kind`.
    public var kind: String {
        if case .other = self { "other" } else { String(describing: self) }
    }
}
