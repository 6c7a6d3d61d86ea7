/// The names of types of existentials.
enum ExistentialName {
    /// The type as it is written in Swift, such as `any WidgetAction`; `nil` for types that are not existentials.
    ///
    /// Protocols implied by being encodable are omitted; only those that say more are named.
    static func of(_ type: any Any.Type) -> String? {
        // Only this suffix distinguishes existential metatypes at run time.
        guard String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol") else { return nil }
        if type == Any.self { return "Any" }
        let parts = String(describing: type).split(separator: " & ")
        let telling = parts.filter { $0 != "Decodable" && $0 != "Encodable" }
        return "any " + (telling.isEmpty ? parts : telling).joined(separator: " & ")
    }
}
