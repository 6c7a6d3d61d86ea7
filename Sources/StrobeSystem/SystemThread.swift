/// Threads with a name and a stack of a known size.
package enum SystemThread {
    /// Starts a thread that ends with the closure; nothing waits for it.
    ///
    /// - Parameters:
    ///   - name: The name that debuggers show; Linux keeps 15 bytes.
    ///   - stackSize: The size of the stack in bytes; by default, that of the system.
    ///   - body: What it does.
    /// - Returns: Whether it runs: a process may have run out of threads or of memory, which must not end it.
    @discardableResult
    package static func start(name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        let job = Unmanaged.passRetained(ThreadJob(name: name, body: body)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
            let status = pthread_create(&thread, &attributes, { context in ThreadJob.run(context) }, job)
        #else
            var thread: pthread_t?
            let status = pthread_create(&thread, &attributes, { context in ThreadJob.run(context) }, job)
        #endif
        if status != 0 { Unmanaged<ThreadJob>.fromOpaque(job).release() }
        return status == 0
    }

    /// The processor time that this thread has taken, in nanoseconds: time in which others had the processor is not in it.
    package static var processorTime: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// What a thread is started with.
private final class ThreadJob: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<ThreadJob>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }

    private func run() {
        #if canImport(Glibc)
            // `pthread_setname_np` is not among the functions that Swift sees of glibc.
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            if file >= 0 {
                _ = Array(name.utf8.prefix(15)).withUnsafeBytes { SystemFile.write($0, to: file) }
                close(file)
            }
        #else
            pthread_setname_np(name)
        #endif
        body()
    }
}
