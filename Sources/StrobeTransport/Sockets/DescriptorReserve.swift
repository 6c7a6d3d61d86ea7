#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The descriptors that sockets leave to the rest of the program.
enum DescriptorReserve {
    /// How many: more than are accepted at a time, but fewer where the process may have few at all.
    private static let wanted = 16

    /// Whether so many can still be opened.
    static var isThere: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return true }
        let most = Int(clamping: limit.rlim_cur)
        let next: CInt
        do {
            next = try Descriptor.socket(AF_UNIX)
        } catch {
            // Whatever else keeps it from making one says nothing about how many there are.
            return error.errorNumber != EMFILE && error.errorNumber != ENFILE
        }
        Descriptor.close(next)
        // They are given out from the lowest on: the number of the next one says how many are left at least.
        return most - Int(next) > min(wanted, most / 4)
    }
}
