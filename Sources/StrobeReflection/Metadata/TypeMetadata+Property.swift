extension TypeMetadata {
    /// The stored property of a struct that is encoded under a token of a path, and how far into the value it begins,
    /// in bytes; `nil` if there is none under that name, as far as the type shows.
    static func property(encodedAs token: String, of type: any Any.Type) -> (offset: Int, type: any Any.Type)? {
        guard kind(of: type) == .structure, let name = name(encodedAs: token, of: type),
            let place = places(of: type)?.first(where: { $0.field.name == name }), let property = place.field.type
        else { return nil }
        return (place.offset, property)
    }

    /// The name of the property that a coding key encodes; mostly they are the same.
    private static func name(encodedAs token: String, of type: any Any.Type) -> String? {
        guard type is any Encodable.Type else { return token }
        return codingKeys(of: type)?.first { $0.name == token }?.caseName
    }
}
