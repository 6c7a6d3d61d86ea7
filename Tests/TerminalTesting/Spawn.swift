internal import Foundation

/// Starts a program as a session leader with the named terminal.
func spawn(
    _ executable: String, _ arguments: [String], environment: [String: String], terminal: [CChar]
) throws(TerminalTestingError) -> Int32 {
    #if canImport(Darwin)
        let newSession = Int16(POSIX_SPAWN_SETSID)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        // The descriptors are opened before the new session exists here, so the terminal is taken afterwards.
        let takeTerminal = "ioctl(STDIN, 0x20007461, 0); exec { $ARGV[0] } @ARGV"
        let words = ["/usr/bin/perl", "-e", takeTerminal, executable] + arguments
    #else
        // POSIX_SPAWN_SETSID, which glibc shows with _GNU_SOURCE only. Opening the terminal makes it the session's.
        let newSession: Int16 = 0x80
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let words = [executable] + arguments
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // The program must not inherit the signal mask of the test runner.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var variables = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
        "SWIFT_BACKTRACE": "enable=no",
    ]
    let own = ProcessInfo.processInfo.environment
    let kept = ["LD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    for name in kept { variables[name] = own[name] }
    variables.merge(environment) { $1 }

    var argumentPointers = words.map { strdup($0) } + [nil]
    var variablePointers = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argumentPointers + variablePointers { free(pointer) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, words[0], &actions, &attributes, &argumentPointers, &variablePointers)
    guard result == 0 else {
        throw TerminalTestingError(
            code: .cannotStart, description: "cannot start \(executable): \(String(cString: strerror(result)))")
    }
    return pid
}
