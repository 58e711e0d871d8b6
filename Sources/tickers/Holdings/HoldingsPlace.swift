import Arguments

/// The place of the file of holdings.
struct HoldingsPlace {
  /// The path to open.
  private let path: String
  /// The path as it is shown.
  let title: String

  private static let variable = "TICKERS_HOLDINGS"

  /// The file of the command line, else that of the environment, else the one in the home directory.
  init(_ operand: String?, environment: [String: String]) throws(UsageError) {
    func directory(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let named = operand ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    let file = "/tickers/holdings.csv"
    if named == "-" {
      (path, title) = ("/dev/stdin", "stdin")
    } else if let named {
      guard !named.isEmpty else { throw UsageError("an empty text is no FILE") }
      (path, title) = (named, named)
    } else if let configuration = directory("XDG_CONFIG_HOME") {
      path = configuration + file
      title = path
    } else if let home = directory("HOME") {
      path = home + "/.config" + file
      title = "~/.config" + file
    } else {
      throw UsageError("holdings needs a FILE, for there is no home directory")
    }
  }

  /// The bytes of the file.
  func read(from files: Files) throws(FileFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try files.read(path)
    } catch {
      throw FileFailure(reason: "cannot read the holdings in \(title): \(error.reason)")
    }
    guard let bytes else { throw FileFailure(reason: "there is no file of holdings \(title)") }
    return bytes
  }
}
