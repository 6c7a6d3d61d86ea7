package import StrobeTree

/// Finds the changed properties of a state, as an expression can name them.
package enum ChangedPlaces {
    /// The properties, each once and none inside of another.
    ///
    /// For a place within an enum, a collection or an optional, it is the property around it.
    package static func properties(_ changes: [Change], _ schema: Schema?) -> [Path] {
        var places: [Path] = []
        for change in changes {
            for path in [change.path, change.op == .move ? change.from : nil].compactMap(\.self) {
                let place = property(around: path, schema)
                if !places.contains(place) { places.append(place) }
            }
        }
        return places.filter { place in
            !places.contains { $0 != place && place.tokens.starts(with: $0.tokens) }
        }
    }

    private static func property(around path: Path, _ schema: Schema?) -> Path {
        var place = Path.root
        var schema = schema
        for token in path.tokens {
            guard case .object(_, let fields)? = schema, SwiftSource.isIdentifier(token),
                let field = fields.first(where: { $0.name == token })
            else { break }
            place = place.appending(token)
            schema = field.schema
        }
        return place
    }

    /// The expression for a property in a test.
    package static func expression(_ place: Path) -> String {
        (["store.state"] + place.tokens.map(SwiftSource.escaped)).joined(separator: ".")
    }
}
