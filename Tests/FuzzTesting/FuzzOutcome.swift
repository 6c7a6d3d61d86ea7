/// How far an input came.
public enum FuzzOutcome: Sendable, Equatable {
    /// It was refused by what looks at it first.
    case refused
    /// It was understood, as what this says where a target reads several things, and so all that comes after was tried.
    case understood(as: String = "")
}
