public import StrobeTree

extension ProtocolError {
    /// Makes a protocol error from a tree's error.
    ///
    /// - Parameters:
    ///   - error: The tree's error.
    ///   - code: The number for a value that cannot be decoded; default: `undecodableAction`.
    public init(_ error: TreeError, as code: ErrorCode? = nil) {
        let natural: ErrorCode =
            switch error.code {
            case .malformedJSON: .parseError
            case .malformedPath, .malformedLiteral, .malformedCondition, .malformedPattern, .malformedRule:
                .invalidParams
            case .tooLarge, .undecided, .tooMuchWork: .tooLarge
            case .interrupted: .cancelled
            case .noSuchPath: .noSuchPath
            case .undecodable: .undecodableAction
            case .unencodable, .inapplicableChange: .internalError
            }
        self.init(code ?? natural, error.message, data: Self.data(of: error))
    }

    /// The data of a tree's error, for programs: `path`, `offset`, `expected`, `suggestion`.
    static func data(of error: TreeError) -> Value.Object {
        var data: Value.Object = [:]
        if let path = error.path { data["path"] = .string(path.pointer) }
        if let offset = error.offset { data["offset"] = .int(Int64(offset)) }
        if let expected = error.expected { data["expected"] = .string(expected) }
        if let suggestion = error.suggestion { data["suggestion"] = .string(suggestion) }
        return data
    }
}
