#if Tracing
    internal import StrobeReflection
    internal import Synchronization

    /// Names values by their cases, or by their types where they are no enums; looks at nothing that is in them, and runs no
    /// code of the program.
    final class CaseName<Value>: Sendable {
        private let reader = Mutex(CaseReader<Value>())

        func of(_ value: Value) -> String {
            let name: String? = withUnsafePointer(to: value) { place in
                let address = UInt(bitPattern: place)
                return reader.withLock { reader in
                    guard reader.isDirect, let place = UnsafePointer<Value>(bitPattern: address) else { return nil }
                    let number = reader.number(of: place)  // which may be a name that was not met before
                    return reader.names[number]
                }
            }
            // Of values behind a protocol, the type that is meant is the one in the box.
            return name ?? String(describing: type(of: value as Any))
        }
    }
#endif
