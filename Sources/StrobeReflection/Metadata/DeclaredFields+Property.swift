extension DeclaredFields {
    /// The stored property of a struct that a token of a path stands for, and how far into the value it begins, in bytes;
    /// `nil` where there is none that is encoded under that name, as far as the type shows.
    static func property(encodedAs token: String, of type: any Any.Type) -> (offset: Int, type: any Any.Type)? {
        guard let fields = of(type), let offsets = offsets(of: type), let name = name(encodedAs: token, of: type),
            let index = fields.firstIndex(where: { $0.name == name }), offsets.indices.contains(index),
            let property = fields[index].type
        else { return nil }
        return (offsets[index], property)
    }

    /// The name of the property that a coding key stands for; most often they are called alike.
    private static func name(encodedAs token: String, of type: any Any.Type) -> String? {
        guard type is any Encodable.Type else { return token }
        return DeclaredKeys.of(type)?.first { $0.name == token }?.caseName
    }
}
