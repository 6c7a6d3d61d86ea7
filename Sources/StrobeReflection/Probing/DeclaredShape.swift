public import StrobeTree

extension SchemaProbe {
    /// The shape of a type as its values are shown: its schema, completed by its declarations.
    ///
    /// Values that do not encode themselves are shown with the names of their properties and cases. What is in
    /// collections of them stays `unknown`, and so does what encodes itself where coding keys are not known.
    public static func shownShape(of type: any Any.Type) -> Schema {
        var shape = DeclaredShape()
        return shape.schema(type)
    }

    /// The same with `unknown` for what encodes itself and does not decode itself, which may be shown with other names than
    /// those that are declared.
    public static func certainShape(of type: any Any.Type) -> Schema {
        var shape = DeclaredShape(isCertain: true)
        return shape.schema(type)
    }
}

/// The search for the shape of a type by its declarations.
private struct DeclaredShape {
    /// Whether what encodes itself in a way that is not known stays `unknown`.
    let isCertain: Bool
    private var stack: [ObjectIdentifier] = []
    private var budget = 10_000
    private static let maxDepth = 16

    init(isCertain: Bool = false) {
        self.isCertain = isCertain
    }

    mutating func schema(_ type: any Any.Type) -> Schema {
        budget -= 1
        let schema = SchemaProbe.schema(of: type)
        guard case .unknown = schema, budget > 0, stack.count < Self.maxDepth else { return schema }
        let id = ObjectIdentifier(type)
        guard !stack.contains(id) else { return .recursive(type: TypeName.of(type)) }
        stack.append(id)
        defer { stack.removeLast() }
        if let optional = type as? any OptionalType.Type { return .optional(self.schema(optional.wrappedType)) }
        // Without coding keys nothing says whether what encodes itself does so with the names of its properties.
        if isCertain || !TypeMetadata.isUsable, type is any Encodable.Type { return schema }
        guard let fields = TypeMetadata.fields(of: type) else { return schema }
        guard TypeMetadata.isEnum(type) else {
            return .object(
                type: TypeName.of(type),
                fields: fields.map { field in
                    Schema.Field(name: field.name, schema: field.type.map { self.schema($0) } ?? .unknown(type: ""))
                })
        }
        return .choice(
            type: TypeName.of(type),
            cases: fields.map { field in
                Schema.Case(name: field.name, payload: field.type.map { [payload($0)] } ?? [])
            })
    }

    /// What a case has, as one part: how it is labelled is not looked into.
    private func payload(_ type: any Any.Type) -> Schema.Field {
        Schema.Field(name: nil, schema: .unknown(type: TypeName.of(type)))
    }
}
