package import StrobeTree

/// Compares a recorded shape with a current one.
package struct SchemaComparison {
    package private(set) var grade = SchemaGrade()
    /// The pairs of types already compared or in progress: a recursive type is compared once.
    private var compared: Set<[String]> = []
    /// The enclosing types, which recursive ones refer to.
    private var recordedTypes: [String: Schema] = [:]
    private var presentTypes: [String: Schema] = [:]

    /// Compares the shapes of a store, its actions before its states.
    ///
    /// - Parameters:
    ///   - recorded: The recorded shapes; `nil` if the recording lacks them.
    ///   - present: The current shapes; `nil` if the store does not provide them.
    package static func grade(
        actions recorded: Schema?, _ present: Schema?, states recordedState: Schema?, _ presentState: Schema?
    ) -> SchemaGrade {
        var comparison = SchemaComparison()
        comparison.compare(recorded, present, named: "actions")
        comparison.compare(recordedState, presentState, named: "states")
        return comparison.grade
    }

    private mutating func compare(_ recorded: Schema?, _ present: Schema?, named name: String) {
        switch (recorded, present) {
        case (nil, nil): break
        case (nil, _?): grade.add(.risky, name, "their shape was not recorded")
        case (_?, nil): grade.add(.risky, name, "the store does not describe their shape")
        case (let recorded?, let present?): compare(recorded, present, at: Self.name(of: recorded) ?? name)
        }
    }

    private mutating func compare(_ recorded: Schema, _ present: Schema, at place: String) {
        let (recorded, present) = (resolved(recorded, in: recordedTypes), resolved(present, in: presentTypes))
        guard recorded != present else { return }
        switch (recorded, present) {
        case (.unknown, _), (_, .unknown): grade.add(.risky, place, "a type does not describe its shape")
        case (.recursive, _), (_, .recursive): break
        case (.optional(let old), .optional(let new)): compare(old, new, at: place)
        case (let old, .optional(let new)):
            grade.add(.risky, place, "may be nil now")
            compare(old, new, at: place)
        case (.array(let old), .array(let new)), (.set(let old), .set(let new)): compare(old, new, at: place + "[]")
        case (.dictionary(let oldKey, let old), .dictionary(let newKey, let new)):
            compare(oldKey, newKey, at: place + " (keys)")
            compare(old, new, at: place + "[]")
        case (.object(let oldType, let old), .object(let newType, let new)):
            begin(recorded, oldType, present, newType) { $0.compare(fields: old, new, at: place) }
        case (.choice(let oldType, let old), .choice(let newType, let new)):
            begin(recorded, oldType, present, newType) { $0.compare(cases: old, new, at: place) }
        case (.scalar(let old), .scalar(let new)) where old.isWithin(new):
            grade.add(.risky, place, "was \(recorded.words) and is \(present.words): all recorded values can be read")
        default: grade.add(.impossible, place, "was \(recorded.words) and is \(present.words)")
        }
    }

    private mutating func begin(
        _ recorded: Schema, _ oldType: String, _ present: Schema, _ newType: String,
        _ compare: (inout SchemaComparison) -> Void
    ) {
        (recordedTypes[oldType], presentTypes[newType]) = (recorded, present)
        guard oldType.isEmpty || compared.insert([oldType, newType]).inserted else { return }
        compare(&self)
    }

    private mutating func compare(fields old: [Schema.Field], _ new: [Schema.Field], at place: String) {
        for (index, field) in old.enumerated() {
            let name = field.name ?? "_\(index)"
            let present =
                field.name.map { name in new.first { $0.name == name } }
                ?? (new.indices.contains(index) ? new[index] : nil)
            guard let present, present.name == field.name else {
                grade.add(.impossible, "\(place).\(name)", "was removed")
                continue
            }
            compare(field.schema, present.schema, at: "\(place).\(name)")
        }
        for (index, field) in new.enumerated() {
            let isKnown = field.name.map { name in old.contains { $0.name == name } } ?? (index < old.count)
            guard !isKnown else { continue }
            let isOptional = if case .optional = field.schema { true } else { false }
            grade.add(
                .risky, "\(place).\(field.name ?? "_\(index)")",
                isOptional
                    ? "was added; it is nil in the recording" : "was added; the recording has no value for it")
        }
    }

    private mutating func compare(cases old: [Schema.Case], _ new: [Schema.Case], at place: String) {
        for choice in old {
            guard let present = new.first(where: { $0.name == choice.name }) else {
                grade.add(.impossible, "\(place).\(choice.name)", "was removed")
                continue
            }
            if choice.raw != present.raw {
                grade.add(.impossible, "\(place).\(choice.name)", "has another raw value")
            }
            let isBare = choice.payload.isEmpty != present.payload.isEmpty
            let mayBeLeftOut = present.payload.allSatisfy { if case .optional = $0.schema { true } else { false } }
            if isBare, present.payload.isEmpty || !mayBeLeftOut {
                grade.add(
                    .impossible, "\(place).\(choice.name)",
                    choice.payload.isEmpty ? "has a payload now" : "no longer has a payload")
                continue
            }
            compare(fields: choice.payload, present.payload, at: "\(place).\(choice.name)")
        }
        for choice in new where !old.contains(where: { $0.name == choice.name }) {
            grade.add(.risky, "\(place).\(choice.name)", "was added")
        }
    }

    /// The enclosing type that a recursive shape refers to, if known.
    private func resolved(_ schema: Schema, in types: [String: Schema]) -> Schema {
        if case .recursive(let type) = schema { types[type] ?? schema } else { schema }
    }

    private static func name(of schema: Schema) -> String? {
        switch schema {
        case .object(let type, _), .choice(let type, _): type
        default: nil
        }
    }
}

extension Schema {
    /// The shape, in a few words.
    fileprivate var words: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .optional(let wrapped): "\(wrapped.words) or nil"
        case .array: "a list"
        case .set: "a set"
        case .dictionary: "a dictionary"
        case .object(let type, _): type.isEmpty ? "an object" : "the struct \(type)"
        case .choice(let type, _): "the enum \(type)"
        case .recursive(let type), .unknown(let type): type
        }
    }
}

extension Schema.Scalar {
    /// Whether all values of this type are values of another one, in the same form.
    fileprivate func isWithin(_ other: Schema.Scalar) -> Bool {
        switch (self, other) {
        case (.int, .double), (.uint, .double), (.uint, .int), (.url, .string), (.uuid, .string): true
        case (.int, .decimal), (.uint, .decimal): true
        default: false
        }
    }
}
