public import Foundation
import Spelling

/// Asks the exchange for market data.
///
/// Every call makes one request (a second one where an error must be told apart, see
/// ``MarketError/unknownSymbol(_:near:)``), and returns what came as a `Result`.
public struct MarketClient: Sendable {
  // The text is a URL, and a constant.
  // swift-format-ignore: NeverForceUnwrap
  /// The exchange's own address.
  public static let exchange = URL(string: "https://api.blockchain.com/v3/exchange")!

  /// Where the answers come from, for people: a URL, or a directory that is replayed.
  public let source: String
  /// The deadline for each request and its whole answer, above 0.
  public var timeout: Duration

  private let base: URL
  private var transport: Transport

  /// A client of a transport.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - base: what the paths of requests are appended to.
  ///   - source: the name of the source for people; the base URL if there is none.
  ///   - timeout: the deadline for each request and its whole answer, above 0.
  public init(
    _ transport: Transport, base: URL, source: String? = nil, timeout: Duration = .seconds(10)
  ) {
    self.transport = transport
    self.base = base
    self.source = source ?? base.absoluteString
    self.timeout = timeout
  }

  /// The same client, telling of every request what came of it and after how many seconds.
  public func observed(by observe: @escaping Transport.Observer) -> MarketClient {
    var client = self
    client.transport = transport.observed(by: observe)
    return client
  }

  /// The same client, keeping each answer in a directory for ``replay(_:)``.
  ///
  /// - Parameter directory: is there and empty. An answer that can't be kept there becomes
  ///   ``MarketError/notRecorded(_:)``.
  public func recording(to directory: URL) -> MarketClient {
    var client = self
    client.transport = transport.recording(to: directory, below: base)
    return client
  }

  /// The same client with another deadline, for the second request of two.
  private func with(_ timeout: Duration) -> MarketClient {
    var client = self
    client.timeout = max(timeout, .milliseconds(1))
    return client
  }

  /// The tickers of all pairs (`/tickers`), in the exchange's order, without those that can't be
  /// understood: these are counted in ``Answer/omissions``.
  public func tickers() async -> Result<Answer<[Ticker]>, MarketError> { await answer(.tickers) }

  /// The tickers of these pairs, in this order: of one by itself, where the exchange can give it,
  /// of several from the list of all. One that is not there is
  /// ``MarketError/unknownSymbol(_:near:)``.
  public func tickers(of pairs: [Pair]) async -> Result<Answer<[Ticker]>, MarketError> {
    var client = self
    if let pair = pairs.first, pairs.count == 1, pair.isRequestable {
      let start = ContinuousClock.now
      let result = await ask(.ticker(pair))
      if !result.mayBeAboutSymbol { return result.map { answer in answer.map { [$0] } } }
      client = client.with(timeout - (ContinuousClock.now - start))
    }
    return await client.tickers().flatMap { answer in
      let byPair = Dictionary(answer.value.map { ($0.pair, $0) }) { first, _ in first }
      if let missing = pairs.first(where: { byPair[$0] == nil }) {
        return .failure(.unknown(missing, among: answer.value))
      }
      return .success(answer.map { _ in pairs.compactMap { byPair[$0] } })
    }
  }

  /// The ticker of one pair (`/tickers/SYMBOL`).
  public func ticker(_ pair: Pair) async -> Result<Answer<Ticker>, MarketError> {
    await answer(.ticker(pair))
  }

  /// The order book of one pair: its price levels (`/l2/SYMBOL`), or its single orders
  /// (`/l3/SYMBOL`). The book of a pair that is closed is empty.
  ///
  /// A pair that is listed, but whose book the exchange fails to give, is
  /// ``MarketError/withheld(_:status:)``.
  public func book(
    _ pair: Pair, detail: BookDetail = .levels
  ) async -> Result<Answer<OrderBook>, MarketError> {
    await answer(.book(pair, detail))
  }

  /// What can be traded (`/symbols`), in order of the symbols, without what can't be understood.
  public func instruments() async -> Result<Answer<[Instrument]>, MarketError> {
    await answer(.instruments)
  }

  /// The steps, limits and status of one pair (`/symbols/SYMBOL`).
  public func instrument(_ pair: Pair) async -> Result<Answer<Instrument>, MarketError> {
    await answer(.instrument(pair))
  }

  private func answer<Value>(_ endpoint: Endpoint<Value>) async -> Result<
    Answer<Value>, MarketError
  > {
    guard let pair = endpoint.pair else { return await ask(endpoint) }
    guard pair.isRequestable else {
      return .failure(await listing(of: pair) ?? .unknownSymbol(pair.symbol, near: []))
    }
    let start = ContinuousClock.now
    let result = await ask(endpoint)
    guard result.mayBeAboutSymbol else { return result }
    let client = with(timeout - (ContinuousClock.now - start))
    switch (await client.listing(of: pair), result) {
    case (nil, .failure(.rejected(let status, _))): return .failure(.withheld(pair, status: status))
    case (.unknownSymbol(let symbol, let near), _):
      return .failure(.unknownSymbol(symbol, near: near))
    default: return result
    }
  }

  /// Why a pair can't be asked about, by the list of all tickers: it is not there, or there is no
  /// list; `nil` when the pair is listed.
  private func listing(of pair: Pair) async -> MarketError? {
    switch await ask(.tickers) {
    case .success(let answer):
      let isListed = answer.value.contains { $0.pair == pair }
      return isListed ? nil : .unknown(pair, among: answer.value)
    case .failure(let error):
      return error
    }
  }

  private func ask<Value>(_ endpoint: Endpoint<Value>) async -> Result<Answer<Value>, MarketError> {
    await transport.send(endpoint.request(to: base, timeout: timeout)).flatMap { response in
      response.answer(to: endpoint, from: response.source ?? source)
    }
  }
}

extension Result where Failure == MarketError {
  /// Whether it may be the symbol's fault: the exchange answers 500 for one that it does not have,
  /// and also when it is in trouble.
  fileprivate var mayBeAboutSymbol: Bool {
    switch self {
    case .failure(.rejected(let status, _)): [400, 404, 500].contains(status)
    case .failure(.noRecording): true
    default: false
    }
  }
}

extension MarketError {
  fileprivate static func unknown(_ pair: Pair, among tickers: [Ticker]) -> MarketError {
    let symbols = tickers.map(\.pair.symbol).sorted()
    return .unknownSymbol(pair.symbol, near: nearest(to: pair.symbol, in: symbols))
  }
}

extension Transport.Response {
  fileprivate func answer<Value>(
    to endpoint: Endpoint<Value>, from source: String
  ) -> Result<Answer<Value>, MarketError> {
    let retryAfter = headers["retry-after"].flatMap { RetryAfter.seconds($0, at: receivedAt) }
    switch status {
    case 200...299: break
    case 429: return .failure(.rateLimited(retryAfter: retryAfter))
    default: return .failure(.rejected(status: status, retryAfter: retryAfter))
    }
    do {
      let (value, omissions) = try endpoint.decode(body)
      return .success(Answer(value, asOf: receivedAt, source: source, omissions: omissions))
    } catch let error as MarketError {
      return .failure(error)
    } catch {
      return .failure(.malformed(reason(for: error)))
    }
  }

  private func reason(for error: any Error) -> String {
    if body.isEmpty { return "it is empty" }
    if body.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "<") {
      return "it is a web page; does this network want a sign-in?"
    }
    guard let error = error as? DecodingError else { return "\(error)" }
    if case .dataCorrupted(let context) = error, context.codingPath.isEmpty {
      return "it is not JSON"
    }
    return error.sentence
  }
}
