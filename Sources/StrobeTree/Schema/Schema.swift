/// The shape of a type, found without annotations.
public indirect enum Schema: Sendable, Hashable {
    /// A leaf.
    case scalar(Scalar)
    /// A type that may be `null`.
    case optional(Schema)
    /// A list of elements.
    case array(Schema)
    /// An unordered list of distinct elements.
    case set(Schema)
    /// A dictionary.
    case dictionary(key: Schema, value: Schema)
    /// A struct or class with named fields.
    case object(type: String, fields: [Field])
    /// An enum.
    case choice(type: String, cases: [Case])
    /// A type that is described further out in the same schema.
    case recursive(type: String)
    /// A type whose shape is unknown.
    case unknown(type: String)

    /// The leaf types.
    public enum Scalar: String, Sendable, Hashable, Codable, CaseIterable {
        case bool, int, uint, double, string, date, data, url, uuid, decimal
    }

    /// A field of an object or a payload of a case.
    public struct Field: Sendable, Hashable {
        /// The coding key; `nil` for an unlabelled payload.
        public var name: String?
        /// The shape of the field's value.
        public var schema: Schema

        /// Makes a field.
        public init(name: String?, schema: Schema) {
            self.name = name
            self.schema = schema
        }
    }

    /// A case of an enum.
    public struct Case: Sendable, Hashable {
        /// The coding key of the case; of an enum with raw values the name in Swift.
        public var name: String
        /// The payloads, in order; empty for a case without payload.
        public var payload: [Field]
        /// The form of the case in an enum with raw values; `nil` if the form follows from name and payload.
        public var raw: Value?

        /// Makes a case.
        public init(name: String, payload: [Field] = [], raw: Value? = nil) {
            self.name = name
            self.payload = payload
            self.raw = raw
        }
    }
}
