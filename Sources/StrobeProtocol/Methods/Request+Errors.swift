extension ErrorCode {
    /// The errors that any request may fail with.
    public static let general: [ErrorCode] = [.invalidParams, .internalError, .cancelled, .tooLarge]
}

extension Request {
    /// The errors specific to it, in the order of the specification: those that follow from its access, its parameters
    /// and the capability it needs, and its own.
    public static var errors: [ErrorCode] {
        var errors = Set(failures)
        if access == .control { errors.insert(.readOnly) }
        if capability != nil { errors.insert(.notSupported) }
        for member in members {
            switch (member.name, member.form.name) {
            case ("store", _): errors.insert(.unknownStore)
            case ("ifSeq", _): errors.insert(.stale)
            case (_, "Position"): errors.insert(.seqEvicted)
            default: break
            }
        }
        return ErrorCode.allCases.filter { errors.contains($0) }
    }
}
