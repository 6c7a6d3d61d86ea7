/// An answer without content.
public struct Empty: Codable, Sendable, Hashable, DescribedObject {
    public static let members: Members = []

    private enum CodingKeys: CodingKey {}

    /// Makes an empty answer.
    public init() {}

    /// Reads an object with any members.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CodingKeys.self)
    }
}
