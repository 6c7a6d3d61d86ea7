extension ErrorCode {
    /// The errors that any request may meet, whatever it asks for.
    public static let general: [ErrorCode] = [.invalidParams, .internalError, .cancelled, .tooLarge]
}

extension Request {
    /// The errors that it may meet beside those of any request, in the order of the specification: those that follow from its
    /// access, its parameters and what it needs of a store, and its own.
    public static var errors: [ErrorCode] {
        var errors = Set(failures)
        if access == .control { errors.insert(.readOnly) }
        if capability != nil { errors.insert(.notSupported) }
        for parameter in parameters {
            switch (parameter.name, parameter.type) {
            case ("store", _): errors.insert(.unknownStore)
            case ("ifSeq", _): errors.insert(.stale)
            case (_, "Position"): errors.insert(.seqEvicted)
            default: break
            }
        }
        return ErrorCode.allCases.filter { errors.contains($0) }
    }
}
