public import StrobeTree

/// A type whose copies are independent of each other, though it keeps its contents in an object: it copies that on write.
///
/// By its declaration such a type looks like one that refers to an object that others write to as well, and a store whose
/// state holds one is not replayed. The collections of the standard library, of Foundation and of swift-collections are
/// known; others conform:
///
///     extension Message: ValueSemantic {}
public protocol ValueSemantic {}

/// Its keys are an object that is copied before it is changed, unless it is referenced only once.
extension Value.Object: ValueSemantic {}
