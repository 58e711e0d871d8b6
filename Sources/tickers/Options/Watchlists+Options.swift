import Arguments
import MarketCore
import Spelling

extension Invocation {
  /// The watchlists that the options file defines.
  var watchlists: Watchlists {
    (file?.definitions ?? []).reduce(into: Watchlists()) { $0.add($1.name, $1.value) }
  }
}

extension Watchlists {
  /// Checks a definition of the options file: whole symbols and patterns.
  static func check(_ definition: OptionsFile.Definition) throws(UsageError) {
    guard definition.name.lowercased() != "help" else {
      throw UsageError("@help is reserved: it lists the watchlists")
    }
    for part in definition.value.split(separator: ",", omittingEmptySubsequences: false) {
      let symbol = part.drop(while: \.isWhitespace)
      let isSymbol = symbol.split(whereSeparator: \.isWhitespace).count == 1
      guard isSymbol, !symbol.contains(where: { "@:".contains($0) }) else {
        throw UsageError(
          "@\(definition.name): invalid symbol '\(symbol)'; expected a list such as BTC-USD,ETH-*")
      }
    }
  }
}

extension InvalidValue {
  /// The error for an unknown watchlist.
  static func unknownWatchlist(_ name: String, _ watchlists: Watchlists) -> InvalidValue {
    let names = watchlists.names
    let near = nearest(to: name, in: names, limit: 1).first
    let hint =
      near.map { "did you mean @\($0)?" }
      ?? (names.isEmpty
        ? "the options file has none"
        : "watchlists are \(names.map { "@\($0)" }.joined(separator: ", "))")
    return .described(["unknown watchlist @\(name); \(hint)"])
  }
}
