import Arguments

/// The place of the options file.
struct OptionsPlace {
  /// The path to open.
  private let path: String
  /// The path as it is shown.
  let title: String
  /// Whether the file has to be there, because it was named.
  private let isNamed: Bool

  private static let variable = "TICKERS_OPTIONS"

  /// The file that the environment names, else the one in the home directory; `nil` for none.
  init?(environment: [String: String]) {
    func directory(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let named = environment[Self.variable] {
      guard !named.isEmpty else { return nil }
      (path, title, isNamed) = (named, named, true)
    } else if let configuration = directory("XDG_CONFIG_HOME") {
      path = "\(configuration)/tickers/options"
      (title, isNamed) = (path, false)
    } else if let home = directory("HOME") {
      let end = "/.config/tickers/options"
      (path, title, isNamed) = (home + end, "~" + end, false)
    } else {
      return nil
    }
  }

  /// The bytes of the file; `nil` when it is not there and need not be.
  func read(from files: Files) throws(FileFailure) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try files.read(path)
    } catch {
      throw FileFailure(reason: "cannot read options file \(title): \(error.reason)")
    }
    if bytes == nil, isNamed {
      throw FileFailure(reason: "\(Self.variable): file not found: \(title)")
    }
    return bytes
  }
}
