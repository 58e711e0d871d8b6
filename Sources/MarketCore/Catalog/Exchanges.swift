import Spelling

/// All supported exchanges; <doc:HowExchangesDiffer> compares them.
public enum Exchanges {
  /// The Blockchain.com Exchange, with the id `blockchain`.
  public static let blockchainCom: any Exchange = BlockchainCom()
  public static let bitfinex: any Exchange = Bitfinex()
  public static let kraken: any Exchange = Kraken()
  public static let coinbase: any Exchange = Coinbase()
  public static let bitstamp: any Exchange = Bitstamp()
  public static let binance: any Exchange = Binance()
  public static let okx: any Exchange = OKX()
  public static let bybit: any Exchange = Bybit()
  public static let gate: any Exchange = Gate()
  public static let kuCoin: any Exchange = KuCoin()
  public static let bitget: any Exchange = Bitget()
  /// The Crypto.com Exchange, with the id `cryptocom`; not the prices of the app.
  public static let cryptoCom: any Exchange = CryptoCom()
  public static let upbit: any Exchange = Upbit()
  public static let bitvavo: any Exchange = Bitvavo()
  public static let bitso: any Exchange = Bitso()

  /// The exchange of a client that is created without an exchange.
  public static let standard = blockchainCom

  /// All exchanges, in the default order.
  public static let all = [
    blockchainCom, bitfinex, kraken, coinbase, bitstamp, binance, okx, bybit, gate, kuCoin, bitget,
    cryptoCom, upbit, bitvavo, bitso,
  ]

  /// The exchanges with streams, in the order in which a live run tries them if none was chosen.
  package static let streaming = [kraken, coinbase, okx, binance, bitstamp, bitfinex]

  /// The exchange with an id, such as an id that a user typed; `nil` if the id is unknown.
  public static func named(_ id: ExchangeID) -> (any Exchange)? { all.first { $0.id == id } }
}

extension [any Exchange] {
  package func sentence(onUnknown name: String) -> String {
    let names = map(\.id.rawValue)
    let hint =
      nearest(to: name, in: names, limit: 1).first.map { "did you mean \($0)?" }
      ?? "exchanges are \(names.joined(separator: ", "))"
    return "unknown exchange '\(name)'; \(hint)"
  }
}
