import Arguments
import MarketCore

struct HoldingsPlace {
  private static let variable = "TICKERS_HOLDINGS"

  private let path: String
  /// The path as it is shown.
  let title: String
  /// The variable that names it, for an error; else empty.
  private let source: String
  /// Whether neither an argument nor the environment names it.
  private let isDefault: Bool

  /// The file of the command line, else that of the environment, else the one in the home directory.
  init(_ operand: String?, environment: [String: String]) throws(UsageError) {
    let named = operand ?? environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    isDefault = named == nil
    source = operand == nil && named != nil ? " (\(Self.variable))" : ""
    if named == "" { throw UsageError("FILE is empty") }
    let usual = Files.configured("holdings.csv", environment)
    guard let place = named.map({ $0 == "-" ? ("/dev/stdin", "stdin") : ($0, $0) }) ?? usual else {
      throw UsageError("holdings requires a FILE (HOME is not set)")
    }
    (path, title) = place
  }

  func read(from files: Files) throws(FileFailure) -> [UInt8] {
    do throws(FileFailure) {
      if let bytes = try files.content(of: path) { return bytes }
    } catch {
      throw FileFailure(reason: "cannot read \(title)\(source): \(error.reason)")
    }
    throw FileFailure(reason: "holdings file not found: \(title)\(source)")
  }

  /// Reads the holdings, those without an exchange as of `home`; if that fails, writes why, without
  /// numbers of the file if amounts are hidden.
  func holdings(
    home: ExchangeID, in world: World, hidesAmounts: Bool
  ) throws(ExitStatus) -> HoldingsFile {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try read(from: world.files)
    } catch {
      let introduction = [
        "create it with one line per lot or amount of cash, for example:",
        "  \(HoldingsFile.example)", "  BTC-USD,0.5,18000,kraken,2020-11-20", "  EUR,1500",
      ]
      for line in [error.reason] + (isDefault ? introduction : []) { world.notify(line) }
      throw .noInput
    }
    let file = HoldingsFile(
      bytes, home: home, exchanges: world.exchanges, hidesAmounts: hidesAmounts)
    if file.errors.isEmpty { return file }
    world.notify(errors: file.errors.map { "\(title):\($0.line): \($0.reason)" }) {
      "\(title): \($0) more invalid lines"
    }
    throw .data
  }
}
