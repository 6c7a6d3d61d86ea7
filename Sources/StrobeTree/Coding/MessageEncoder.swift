/// Encodes messages as JSON values, without reflection.
///
/// Optional members that are `nil` are left out. Dates, UUIDs, data, URLs and decimals have the forms that states have.
public struct MessageEncoder: Sendable {
    /// The largest message that is made; the parts of a `Value` in it are not counted.
    public var limits: TreeLimits

    /// Makes an encoder.
    public init(limits: TreeLimits = .default) {
        self.limits = limits
    }

    /// Encodes a message.
    ///
    /// - Throws: `unencodable` if an `encode(to:)` throws, `tooLarge` over the limits.
    /// - Complexity: O(*n*) in the number of members; a `Value` counts as one.
    public func encode(_ message: any Encodable) throws(TreeError) -> Value {
        let writer = MessageWriter(budget: MessageWriter.Budget(limits), depth: 0)
        do {
            return try writer.form(of: message)
        } catch let error as TreeError {
            throw error
        } catch {
            var foreign = TreeError(.unencodable, "\(TypeName.of(type(of: message))): \(error)")
            foreign.isForeign = true
            throw foreign
        }
    }
}
