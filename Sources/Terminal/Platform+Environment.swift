import StartUp

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

  /// Whether the program finds out where its own file is: Foundation's networking traps where it can't.
  package static var knowsProgramFile: Bool {
    #if os(Linux)
      var path: CChar = 0
      return readlink("/proc/self/exe", &path, 1) > 0
    #else
      return true
    #endif
  }

  /// The command line without the name of the program; `nil` if the system withholds it.
  ///
  /// On Linux Swift reads its own copy from `/proc`, and has none where that is unreadable.
  package static var arguments: [String]? {
    guard let vector = start_up_arguments() else {
      let arguments = CommandLine.arguments
      return arguments.isEmpty ? nil : Array(arguments.dropFirst())
    }
    var (arguments, index) = ([String](), 0)
    while let argument = vector[index] {
      arguments.append(String(cString: argument))
      index += 1
    }
    return Array(arguments.dropFirst())
  }
}
