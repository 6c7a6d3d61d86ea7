/// What is allowed of a member beyond its type; of a list, for each of its elements if not said otherwise.
public enum MemberRange: Sendable {
    /// Integers from 0, and anything else of the type.
    case natural
    /// Anything of the type.
    case any
    /// Integers from a number.
    case from(Int)
    /// A text whose UTF-8 has a number of bytes.
    case bytes(ClosedRange<Int>)
    /// A text of at most a number of Unicode scalars.
    case characters(Int)
    /// One of some words.
    case words([String])
    /// A list with at least one element, which has a name.
    case notEmpty(String)
    /// A list of at most a number of elements.
    case elements(Int)
    /// True, or absent.
    case onlyTrue
    /// A text with a form that `SchemaText` has under a name; the message checks it.
    case pattern(String)

    /// What is wrong with a value.
    public struct Fault: Sendable {
        /// What is expected.
        let expected: String
        /// What is there, as a sentence without its full stop.
        let reason: String
    }

    /// The least integer.
    var least: Int? {
        switch self {
        case .natural: 0
        case .from(let number): number
        default: nil
        }
    }

    /// What is allowed of the elements of a list with this range.
    var ofElements: MemberRange {
        switch self {
        case .notEmpty, .elements: .natural
        default: self
        }
    }

    /// Whether values of a form can be out of the range.
    func isChecked(of form: MemberForm) -> Bool {
        switch (self, form) {
        case (.natural, .integer(isTime: false)), (.natural, .list(.integer(isTime: false))): true
        case (.natural, _), (.any, _), (.onlyTrue, _), (.pattern, _), (.elements, _): false
        case (.from, _), (.bytes, _), (.characters, _), (.words, _), (.notEmpty, _): true
        }
    }
}
