#if canImport(Darwin)
    internal import MachO
#else
    internal import SwiftShims
#endif

/// The lists in which the compiler wrote down the types of the program and of each library in it, for the runtime.
enum TypeLists {
    /// Calls a closure with the list of each image that is loaded.
    static func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        #if canImport(Darwin)
            for image in 0..<_dyld_image_count() {
                guard let header = _dyld_get_image_header(image) else { continue }
                var size: UInt = 0
                let start = UnsafeRawPointer(header).withMemoryRebound(to: mach_header_64.self, capacity: 1) {
                    getsectiondata($0, "__TEXT", "__swift5_types", &size)
                }
                if let start, size > 0 { body(UnsafeRawBufferPointer(start: start, count: Int(size))) }
            }
        #else
            withoutActuallyEscaping(body) { body in
                var body = body
                withUnsafeMutablePointer(to: &body) { body in
                    enumerateAllMetadataSections(
                        { sections, body in
                            let list = sections.load(as: MetadataSections.self).swift5_type_metadata
                            if let start = UnsafeRawPointer(bitPattern: list.start), list.length > 0 {
                                let body = body.assumingMemoryBound(to: ((UnsafeRawBufferPointer) -> Void).self)
                                body.pointee(UnsafeRawBufferPointer(start: start, count: Int(list.length)))
                            }
                            return true
                        }, body)
                }
            }
        #endif
    }
}

#if !canImport(Darwin)
    /// Swift's runtime has it for tools that look for declarations, as Swift Testing does; no module of it declares it.
    @_silgen_name("swift_enumerateAllMetadataSections")
    private func enumerateAllMetadataSections(
        _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool, _ context: UnsafeMutableRawPointer)
#endif
