internal import StrobeSystem

/// The file descriptors that sockets leave to the rest of the program.
enum DescriptorReserve {
    /// Their number: more than are accepted at a time, but fewer if the process may have only few.
    private static let wanted = 16

    /// Whether that many descriptors can still be opened.
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
            // Another error says nothing about the number of descriptors.
            return error.errorNumber != EMFILE && error.errorNumber != ENFILE
        }
        Descriptor.close(next)
        // Descriptors are assigned from the lowest on: the next one tells how many are left at least.
        return most - Int(next) > min(wanted, most / 4)
    }
}
