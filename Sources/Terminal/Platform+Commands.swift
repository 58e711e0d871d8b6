@preconcurrency import Foundation
import Synchronization

extension Platform {
  /// The environment at start-up, as `NAME=value`. The process never frees or changes these texts, even if it
  /// sets variables. They must be read for the first time before a variable is set.
  nonisolated(unsafe) static let startEnvironment: [UnsafeMutablePointer<CChar>] = {
    #if canImport(Darwin)
      return ProcessInfo.processInfo.environment.compactMap { strdup("\($0)=\($1)") }
    #else
      let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
      var entries: [UnsafeMutablePointer<CChar>] = []
      while let entry = first?[entries.count] { entries.append(entry) }
      return entries
    #endif
  }()
}

/// The processes of running shell commands. Each is the leader of a process group.
extension ShellCommand {
  private static let capacity = 64
  // Atomic, because signal handlers cannot wait for a lock. With sequentially consistent accesses, either
  // a handler sees a new command, or the thread that starts it sees `isEnding`.
  private static let hasCommands = Atomic(false)
  private static let isEnding = Atomic(false)
  private static let starting = Atomic(0)
  /// The process groups of running commands. 0 marks a free place, -1 a reserved place. Signal handlers
  /// cannot initialize this variable, and therefore read it only if `hasCommands` is true.
  private nonisolated(unsafe) static let groups: UnsafeMutablePointer<Atomic<pid_t>> = {
    let groups = UnsafeMutablePointer<Atomic<pid_t>>.allocate(capacity: capacity)
    for index in 0..<capacity { (groups + index).initialize(to: Atomic(0)) }
    return groups
  }()

  /// The groups that ``endAll()`` ends, by place in `groups`. Several threads may be in ``endAll()``.
  private nonisolated(unsafe) static let ending: UnsafeMutablePointer<pid_t> = {
    let ending = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
    ending.initialize(repeating: 0, count: capacity)
    return ending
  }()

  static func run(
    _ path: String, arguments: [String], variables: [String: String]
  ) -> End {
    let group: UnsafeMutablePointer<Atomic<pid_t>>
    switch start(path, arguments, variables) {
    case .success(let started): group = started
    case .failure(let end): return end
    }
    let process = group.pointee.load(ordering: .relaxed)
    // Waits without reaping the process (`WNOWAIT`), so that no other group can get its number yet.
    var change = siginfo_t()
    while waitid(P_PID, id_t(process), &change, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    group.pointee.store(0, ordering: .sequentiallyConsistent)
    waitForeverIfEnding()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .notStarted(String(cString: strerror(errno))) }
    }
    // The macros that decode the status are not imported.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(signal)
  }

  /// Ends all running commands, and prevents new ones until the process ends. Safe in signal handlers.
  package static func endAll() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    guard hasCommands.load(ordering: .sequentiallyConsistent) else { return }
    // A process that is being started is not in `groups` yet. Starting takes a few milliseconds.
    var (pause, pauses) = (timespec(tv_sec: 0, tv_nsec: 1_000_000), 0)
    while starting.load(ordering: .sequentiallyConsistent) > 0, pauses < 1000 {
      nanosleep(&pause, nil)
      pauses += 1
    }
    for index in 0..<capacity {
      let group = groups[index].load(ordering: .sequentiallyConsistent)
      guard group > 0 else { continue }
      ending[index] = group
      kill(-group, SIGTERM)
      // A stopped process handles SIGTERM only after SIGCONT.
      kill(-group, SIGCONT)
    }
    // Commands may ignore SIGTERM. Their numbers stay valid: while `isEnding` is true, no leader is reaped.
    pauses = 0
    while (0..<capacity).contains(where: { groups[$0].load(ordering: .relaxed) > 0 }), pauses < 300
    {
      nanosleep(&pause, nil)
      pauses += 1
    }
    for index in 0..<capacity where ending[index] > 0 { kill(-ending[index], SIGKILL) }
  }

  /// Blocks this thread if the process ends, so that it does not report a command that ``endAll()`` ended.
  private static func waitForeverIfEnding() {
    while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
  }

  private static func start(
    _ path: String, _ arguments: [String], _ variables: [String: String]
  ) -> Result<UnsafeMutablePointer<Atomic<pid_t>>, End> {
    _ = Signals.endCommands
    // Initializes `ending`, which a signal handler cannot do.
    _ = ending
    let free = (0..<capacity).first {
      groups[$0].compareExchange(
        expected: 0, desired: -1, ordering: .sequentiallyConsistent
      ).exchanged
    }
    guard let free else { return .failure(.notStarted("too many commands")) }
    let group = groups + free

    // Blocks all signals: a handler in this thread would wait for this thread to start its process.
    var (all, maskBefore) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &maskBefore)
    hasCommands.store(true, ordering: .sequentiallyConsistent)
    starting.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let mayStart = !isEnding.load(ordering: .sequentiallyConsistent)
    var process: pid_t = 0
    let error = mayStart ? spawn(&process, path, arguments, variables) : ECANCELED
    group.pointee.store(error == 0 ? process : 0, ordering: .sequentiallyConsistent)
    starting.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    if !mayStart { waitForeverIfEnding() }
    return error == 0
      ? .success(group) : .failure(.notStarted(String(cString: strerror(error))))
  }

  /// Starts a process without a terminal. Returns 0 or an error number.
  private static func spawn(
    _ process: inout pid_t, _ path: String, _ arguments: [String], _ variables: [String: String]
  ) -> Int32 {
    #if canImport(Darwin)
      var (attributes, actions) = (posix_spawnattr_t?.none, posix_spawn_file_actions_t?.none)
      let newSession = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
      // The value of POSIX_SPAWN_SETSID in glibc and musl. This extension is not imported.
      let newSession: Int32 = 0x80
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    // A new session has no terminal: a password prompt fails instead of stopping the command. The leader
    // of a session also leads a process group.
    let flags = newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
    }
    closeOthers(&actions)

    let inherited = Platform.startEnvironment.filter { entry in
      variables[String(String(cString: entry).prefix { $0 != "=" })] == nil
    }
    let argumentTexts = arguments.map { strdup($0) }
    let variableTexts = variables.map { strdup("\($0)=\($1)") }
    defer { for text in argumentTexts + variableTexts { free(text) } }
    return posix_spawn(
      &process, path, &actions, &attributes, argumentTexts + [nil],
      inherited + variableTexts + [nil])
  }

  #if canImport(Darwin)
    // Does nothing: POSIX_SPAWN_CLOEXEC_DEFAULT closes the descriptors.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t?) {}
  #else
    /// Keeps the command from inheriting other descriptors than the standard ones, such as libcurl's.
    private static func closeOthers(_ actions: inout posix_spawn_file_actions_t) {
      typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      // Exists in glibc 2.34 and later.
      if let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        _ = unsafeBitCast(function, to: CloseFrom.self)(&actions, 3)
      } else {
        for descriptor in 3..<Int32(min(FileDescriptor.limit, 1024)) {
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
      }
    }
  #endif
}
