/// The names of types that stand for any type behind a protocol.
enum ExistentialName {
    /// The type as it is written in Swift, such as `any WidgetAction`; `nil` for types that are no existentials.
    ///
    /// What can encode itself says so by the way; only the protocols that say more are named.
    static func of(_ type: any Any.Type) -> String? {
        // The runtime tells existential metatypes apart by this word alone.
        guard String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol") else { return nil }
        if type == Any.self { return "Any" }
        let parts = String(describing: type).split(separator: " & ")
        let telling = parts.filter { $0 != "Decodable" && $0 != "Encodable" }
        return "any " + (telling.isEmpty ? parts : telling).joined(separator: " & ")
    }
}
