import Foundation

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

  /// Stops Foundation on Linux from creating directories for a cache and for cookies in the home
  /// directory, which it does when a process first uses URLSession, even without either (no issue is
  /// known).
  ///
  /// It takes their paths only from two variables, which this sets; call it before there are threads.
  package static func keepFoundationOutOfHome() {
    #if canImport(FoundationNetworking)
      // Nothing can be created below a file.
      setenv("XDG_CACHE_HOME", "/dev/null", 1)
      // Without a directory for cookies, which no session uses, Foundation reads those in the current
      // directory. This path leads it to the program's own directory, which exists, except that
      // Foundation drops the name's last dot and what is behind it.
      let program = Bundle.main.bundleURL
      let parent = program.deletingLastPathComponent().path(percentEncoded: false)
      setenv("XDG_DATA_HOME", program.lastPathComponent.contains(".") ? "/dev/null" : parent, 1)
    #endif
  }

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
