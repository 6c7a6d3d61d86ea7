/// One member of an object on the wire, described once.
///
/// It is a class since every request goes through all of its members, which costs little if none is copied.
public final class MessageMember<Object: Sendable>: Sendable {
    /// Its name on the wire.
    let name: String
    /// What it holds.
    let form: MemberForm
    /// What is allowed of that.
    let range: MemberRange
    /// Whether it is required.
    let isRequired: Bool
    /// What it means, in one sentence.
    let summary: String
    /// What is wrong with it in a message; `nil` if the type says everything.
    let fault: (@Sendable (Object) -> MemberRange.Fault?)?

    private init(
        _ name: String, _ form: MemberForm, in range: MemberRange, isRequired: Bool, _ summary: String,
        fault: @escaping @Sendable (Object) -> MemberRange.Fault?
    ) {
        self.name = name
        self.form = form
        self.range = range
        self.isRequired = isRequired
        self.summary = summary
        self.fault = range.isChecked(of: form) ? fault : nil
    }
}

/// A member of an object whose type is not known.
protocol DescribedMember: Sendable {
    var name: String { get }
    var form: MemberForm { get }
    var range: MemberRange { get }
    var isRequired: Bool { get }
    var summary: String { get }
}

extension MessageMember: DescribedMember {}

extension MessageMember {
    /// A member that is always there.
    ///
    /// - Parameters:
    ///   - value: The property.
    ///   - name: Its name on the wire.
    ///   - range: What is allowed; integers are from 0 if nothing is said.
    ///   - summary: What it means, in one sentence.
    static func required<Value: MemberType>(
        _ value: @escaping @Sendable (Object) -> Value, _ name: String, in range: MemberRange = .natural,
        _ summary: String
    ) -> MessageMember {
        MessageMember(name, Value.form, in: range, isRequired: true, summary) { value($0).fault(in: range, name: name) }
    }

    /// A member that may be absent.
    ///
    /// - Parameters:
    ///   - value: The property.
    ///   - name: Its name on the wire.
    ///   - range: What is allowed; integers are from 0 if nothing is said.
    ///   - number: What it is if it is absent.
    ///   - summary: What it means, in one sentence.
    static func optional<Value: MemberType>(
        _ value: @escaping @Sendable (Object) -> Value?, _ name: String, in range: MemberRange = .natural,
        default number: Int? = nil, _ summary: String
    ) -> MessageMember {
        let sentence = number.map { "\(summary.dropLast()); default: \($0)." } ?? summary
        return MessageMember(name, Value.form, in: range, isRequired: false, sentence) {
            value($0)?.fault(in: range, name: name)
        }
    }

    /// The store that a message is about, if it is optional.
    static func store(_ value: @escaping @Sendable (Object) -> String?) -> MessageMember {
        optional(value, "store", "The store; optional if there is only one.")
    }
}
