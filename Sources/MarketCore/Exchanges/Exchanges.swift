/// The exchanges there are.
public enum Exchanges {
  /// The one that is asked when no other is named.
  public static let standard: any Exchange = BlockchainCom()

  /// All of them, in the order in which they are listed.
  public static let all: [any Exchange] = [
    standard, Bitfinex(), Kraken(), Coinbase(), Bitstamp(), Binance(),
  ]
}
