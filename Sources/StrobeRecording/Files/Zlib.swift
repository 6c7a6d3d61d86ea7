import StrobeSystem

/// The file functions of the system's zlib, found when the program runs, so that none is needed to build or start it.
struct Zlib: Sendable {
    private typealias Open = @convention(c) (Int32, UnsafePointer<CChar>) -> OpaquePointer?
    private typealias Write = @convention(c) (OpaquePointer, UnsafeRawPointer, UInt32) -> Int32
    private typealias Read = @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UInt32) -> Int32
    private typealias Close = @convention(c) (OpaquePointer) -> Int32

    private let open: Open
    private let write: Write
    private let read: Read
    private let close: Close

    private static let blockBytes = 256 << 10

    /// The library; `nil` if the system has none.
    static let shared = Zlib()

    private init?() {
        let handle = dlopen("libz.so.1", RTLD_NOW) ?? dlopen("libz.1.dylib", RTLD_NOW) ?? dlopen("libz.dylib", RTLD_NOW)
        guard let handle, let open = dlsym(handle, "gzdopen"), let write = dlsym(handle, "gzwrite"),
            let read = dlsym(handle, "gzread"), let close = dlsym(handle, "gzclose")
        else { return nil }
        // The signatures are those of zlib.h, the same since version 1.0.
        self.open = unsafeBitCast(open, to: Open.self)
        self.write = unsafeBitCast(write, to: Write.self)
        self.read = unsafeBitCast(read, to: Read.self)
        self.close = unsafeBitCast(close, to: Close.self)
    }

    /// Writes a file compressed into a new one; returns whether that went well to the end.
    func compress(_ path: String, to other: String, permissions: UInt16) -> Bool {
        #if canImport(Glibc)
            let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        #elseif canImport(Darwin)
            let source = Darwin.open(path, O_RDONLY | O_CLOEXEC)
        #endif
        guard source >= 0 else { return false }
        defer { Self.close(source) }
        #if canImport(Glibc)
            let target = Glibc.open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        #elseif canImport(Darwin)
            let target = Darwin.open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        #endif
        guard target >= 0 else { return false }
        // Level 3: on recordings nearly as small as the default, three times as fast.
        guard let stream = open(target, "wb3") else {
            Self.close(target)
            return false
        }
        let block = UnsafeMutableRawPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
        defer { block.deallocate() }
        var offset = 0
        var isWhole = true
        while isWhole {
            let count = pread(source, block, Self.blockBytes, off_t(offset))
            if count == 0 { break }
            if count < 0 {
                isWhole = errno == EINTR
            } else {
                isWhole = write(stream, block, UInt32(count)) == Int32(count)
                offset += count
            }
        }
        return close(stream) == 0 && isWhole
    }

    /// Expands a compressed file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which is read from its current offset; it is closed.
    ///   - sink: Takes each block; returns whether to continue.
    /// - Returns: Whether the file was expanded to its end.
    func expand(_ descriptor: Int32, to sink: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let stream = open(descriptor, "rb") else {
            Self.close(descriptor)
            return false
        }
        let block = UnsafeMutableRawPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
        defer { block.deallocate() }
        var isWhole = true
        while true {
            let count = read(stream, block, UInt32(Self.blockBytes))
            if count > 0 {
                if sink(UnsafeRawBufferPointer(start: block, count: Int(count))) { continue }
                isWhole = false
            } else if count < 0 {
                isWhole = false
            }
            break
        }
        // Also reports a file that ends too early.
        return close(stream) == 0 && isWhole
    }

    private static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Darwin)
            _ = Darwin.close(descriptor)
        #endif
    }
}
