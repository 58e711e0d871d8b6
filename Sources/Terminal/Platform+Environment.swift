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

  /// Keeps Foundation on Linux from making folders in the home: it makes one for a cache and one for
  /// cookies where a process first uses URLSession, whatever the session's configuration says (no
  /// issue of it is known).
  ///
  /// Nothing but the environment decides where they are, so this sets two variables. Not to be called
  /// once there are threads.
  package static func keepFoundationOutOfHome() {
    #if canImport(FoundationNetworking)
      // There is nothing to be made below a file.
      setenv("XDG_CACHE_HOME", "/dev/null", 1)
      // For want of a folder for cookies they would be looked for below the current directory, where
      // anyone may have left some; one that is named like the program's own and beside it is the
      // program's own, which is there.
      let program = Bundle.main.bundleURL
      let parent = program.deletingLastPathComponent().path(percentEncoded: false)
      setenv("XDG_DATA_HOME", program.pathExtension.isEmpty ? parent : "/dev/null", 1)
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
