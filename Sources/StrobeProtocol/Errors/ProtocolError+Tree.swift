public import StrobeTree

extension ProtocolError {
    /// Makes the protocol's error of a tree's.
    ///
    /// - Parameters:
    ///   - error: The tree's error.
    ///   - code: The number, where the kind of the tree's error does not say it: what cannot be decoded is an action
    ///     (`undecodableAction`) unless something else is said here.
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

    /// What a tree's error tells programs: `path`, `offset`, `expected`, `suggestion`.
    static func data(of error: TreeError) -> Value.Object {
        var data: Value.Object = [:]
        if let path = error.path { data["path"] = .string(path.pointer) }
        if let offset = error.offset { data["offset"] = .int(Int64(offset)) }
        if let expected = error.expected { data["expected"] = .string(expected) }
        if let suggestion = error.suggestion { data["suggestion"] = .string(suggestion) }
        return data
    }
}
