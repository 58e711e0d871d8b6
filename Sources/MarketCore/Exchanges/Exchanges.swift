import Spelling

/// The exchanges there are.
public enum Exchanges {
  /// The one that is asked when no other is named.
  public static let standard: any Exchange = BlockchainCom()

  /// All of them, in the order in which they are listed.
  public static let all: [any Exchange] = [
    standard, Bitfinex(), Kraken(), Coinbase(), Bitstamp(), Binance(),
  ]
}

extension [any Exchange] {
  /// The sentence on an unknown name of an exchange.
  package func sentence(onUnknown name: String) -> String {
    let names = map(\.id)
    let hint =
      nearest(to: name, in: names, limit: 1).first.map { "did you mean \($0)?" }
      ?? "exchanges are \(names.joined(separator: ", "))"
    return "unknown exchange '\(name)'; \(hint)"
  }
}
