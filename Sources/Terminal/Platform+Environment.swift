#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment of the process.
package enum Environment {
  /// The values of these variables, as far as they are set. Foundation would read the whole table.
  package static func values(of names: [String]) -> [String: String] {
    names.reduce(into: [:]) { values, name in
      values[name] = getenv(name).map { String(cString: $0) }
    }
  }

  /// Sets a variable, for the process and those that it starts. Not safe once there are threads.
  package static func set(_ name: String, to value: String) { setenv(name, value, 1) }

  /// Whether the process can read what the system has on it in `/proc`. Without that Swift has no
  /// arguments on Linux, Dispatch traps when it counts the running threads, and so does Foundation's
  /// networking when it looks for the program's file.
  package static var canReadProcess: Bool {
    #if os(Linux)
      return access("/proc/self/task", R_OK | X_OK) == 0 && !CommandLine.arguments.isEmpty
    #else
      return true
    #endif
  }
}
