import Arguments
import MarketCore

/// The place of the holdings file.
struct HoldingsPlace {
  /// The path to open.
  private let path: String
  /// The path as it is shown.
  let title: String
  /// The variable that names it, for an error; else empty.
  private let source: String
  /// Whether it is the usual place, as neither an argument nor the environment names another.
  private let isDefault: Bool

  private static let variable = "TICKERS_HOLDINGS"

  /// The file of the command line, else that of the environment, else the one in the home directory.
  init(_ operand: String?, environment: [String: String]) throws(UsageError) {
    let named = operand ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    isDefault = named == nil
    source = operand == nil && named != nil ? " (\(Self.variable))" : ""
    if named == "-" {
      (path, title) = ("/dev/stdin", "stdin")
    } else if let named {
      guard !named.isEmpty else { throw UsageError("FILE is empty") }
      (path, title) = (named, named)
    } else if let place = Files.configured("holdings.csv", environment) {
      (path, title) = place
    } else {
      throw UsageError("holdings requires a FILE (HOME is not set)")
    }
  }

  /// The bytes of the file.
  func read(from files: Files) throws(FileFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try files.read(path)
    } catch {
      throw FileFailure(reason: "cannot read \(title)\(source): \(error.reason)")
    }
    guard let bytes else { throw FileFailure(reason: "holdings file not found: \(title)\(source)") }
    return bytes
  }

  /// Lines for somebody without a file yet; none if another place than the usual one is named.
  var introduction: [String] {
    guard isDefault else { return [] }
    return [
      "create it with one line per lot or amount of cash, for example:",
      "  \(HoldingsFile.example)", "  BTC-USD,0.5,18000,kraken", "  EUR,1500",
    ]
  }
}
