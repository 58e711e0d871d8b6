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
}
