internal import StrobeSystem

/// A newly started process, with this side's ends of its pipes.
struct Spawn {
    let pid: pid_t
    /// The end to write its standard input to.
    let input: CInt
    /// The end to read its standard output from.
    let output: CInt
    /// The end to read its standard error from, if captured.
    let error: CInt?

    #if canImport(Glibc)
        private typealias Actions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
        private static var noActions: Actions { Actions() }
        private static var noAttributes: Attributes { Attributes() }
        /// glibc declares it for GNU sources only.
        private static let newSession = 0x80

        /// Closes all descriptors from a number on in the new process (glibc 2.34); declared for GNU sources only.
        private static let closeFrom: (@convention(c) (UnsafeMutablePointer<Actions>, CInt) -> CInt)? = {
            let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
            return symbol.map {
                unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Actions>, CInt) -> CInt).self)
            }
        }()
    #else
        private typealias Actions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
        private static var noActions: Actions { nil }
        private static var noAttributes: Attributes { nil }
        private static let newSession = Int(POSIX_SPAWN_SETSID)
    #endif

    /// Starts a command.
    ///
    /// - Throws: `cannotLaunch`, `inputOutput`.
    init(
        command: [String], environment: [String: String], grouping: ChildProcess.Grouping,
        errorOutput: ChildProcess.ErrorOutput
    ) throws(TransportError) {
        guard let program = command.first, !program.isEmpty else {
            throw TransportError(.cannotLaunch, "There is no command to start. Give the program and its arguments.")
        }
        guard !command.contains(where: { $0.utf8.contains(0) }) else {
            throw TransportError(.cannotLaunch, "A command cannot have NUL characters. Remove them.")
        }
        var theirs: [CInt] = []
        var ours: [CInt] = []
        defer { theirs.forEach(Descriptor.close) }
        do throws(TransportError) {
            let input = try Descriptor.pipe()
            theirs.append(input.read)
            ours.append(input.write)
            let output = try Descriptor.pipe()
            theirs.append(output.write)
            ours.append(output.read)
            switch errorOutput {
            case .inherited: break
            case .discarded:
                let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
                guard nothing >= 0 else { throw Descriptor.failure("open /dev/null") }
                theirs.append(nothing)
            case .lines:
                let error = try Descriptor.pipe()
                theirs.append(error.write)
                ours.append(error.read)
            }
            pid = try Self.start(program, command, environment, grouping, standard: theirs)
        } catch {
            ours.forEach(Descriptor.close)
            throw error
        }
        input = ours[0]
        output = ours[1]
        error = ours.count > 2 ? ours[2] : nil
    }

    private static func start(
        _ program: String, _ command: [String], _ environment: [String: String], _ grouping: ChildProcess.Grouping,
        standard: [CInt]
    ) throws(TransportError) -> pid_t {
        var actions = noActions
        var attributes = noAttributes
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, descriptor) in standard.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
        }
        #if canImport(Glibc)
            // Descriptors without close-on-exec must not be inherited either.
            _ = closeFrom?(&actions, 3)
            var flags = 0
        #else
            if standard.count < 3 { posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO) }
            var flags = Int(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        flags |= Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK)
        switch grouping {
        case .shared: break
        case .ownGroup:
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int(POSIX_SPAWN_SETPGROUP)
        case .ownSession: flags |= newSession
        }
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

        let arguments = CStrings(command)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        var pid: pid_t = 0
        let number = posix_spawnp(&pid, program, &actions, &attributes, arguments.pointers, variables.pointers)
        guard number == 0 else {
            let advice =
                number == ENOENT
                ? "Check the spelling and PATH, or give the path of the program."
                : "Check that it is an executable file."
            throw TransportError(
                .cannotLaunch, "Cannot start \"\(program)\": \(SystemError.text(number)). \(advice)",
                errorNumber: number)
        }
        return pid
    }
}

/// A null-terminated list of C strings.
private final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { strdup($0) } + [nil]
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
