/// How far the processing of an input got.
public enum FuzzOutcome: Sendable, Equatable {
    /// The first check refused it.
    case refused
    /// It was parsed, as the given kind if a target has several, so that all later steps ran.
    case understood(as: String = "")
}
