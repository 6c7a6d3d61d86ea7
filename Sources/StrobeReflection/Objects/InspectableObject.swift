/// An object whose contents may be shown though they can change.
///
/// An object that refers to the rest of the program may be written to by any thread at any time, under a lock that a
/// debugger knows nothing of. So an object with variables is shown by its type alone, as `<Cart>`, and never looked
/// into. A class that conforms says that its own `encode(to:)`, or its `customMirror`, may be called on any thread at
/// any time:
///
///     final class Cart: Encodable, InspectableObject {
///         private let lock = NSLock()
///         private var total = 0
///         private enum CodingKeys: CodingKey { case total }
///
///         func encode(to encoder: any Encoder) throws {
///             var container = encoder.container(keyedBy: CodingKeys.self)
///             try container.encode(lock.withLock { total }, forKey: .total)
///         }
///     }
///
/// A class with neither of the two is shown by its type nevertheless. Objects of classes whose properties are all
/// constants are always shown.
public protocol InspectableObject: AnyObject {}
