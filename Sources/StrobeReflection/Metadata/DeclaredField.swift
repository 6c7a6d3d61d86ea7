/// A stored property of a struct or class, a case of an enum, or a part of a tuple, as it is declared.
struct DeclaredField {
    /// The name of the property, the case or the label; empty for parts of a tuple without label.
    var name: String
    /// The type of the property or of the payload; `nil` for a case without payload, and if unknown.
    var type: (any Any.Type)?
    /// Whether it is a case whose payload is in a box on the heap.
    var isIndirect = false
    /// Whether it is a property that can be set.
    var isVariable = false
    /// Whether it refers to an object without keeping it: its memory is no reference that could be followed, and its type
    /// is `referenced`.
    var isUnowned = false
    /// The type of the object that is referred to without keeping it.
    var referenced: (any Any.Type)?
    /// Whether the object that is referred to may be gone, so that reading the reference would end the program.
    var mayDangle = false
    /// Whether there is a type, known or not.
    var hasType = true
}

/// The kinds of type that are taken apart in different ways.
enum TypeKind {
    case structure, enumeration, optional, tuple, object, existential, function, metatype
    /// What is behind a protocol whose associated types are known, such as `any Shape<Int>`.
    case constrainedExistential
    /// Objects of another language.
    case foreign
    case other
}

/// A key under which a type encodes and decodes a part.
struct DeclaredKey {
    /// The name in Swift, which the property or label has as well.
    var caseName: String
    /// The name in the form.
    var name: String
}
