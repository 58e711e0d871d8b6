import Foundation
@testable import MarketCore
import TestTools

/// An exchange in the process of a test, whose prices rise with every request, and that fails or
/// hangs when it is told to.
final class TestExchange: Exchange {
  /// What is done with a request.
  enum Reply: Sendable {
    case answer
    case fail(MarketError)
    /// No answer; a request that is cancelled is given up.
    case hang
    /// No answer until ``release(_:)``, also when the request is cancelled.
    case stall
  }

  /// A question that was asked.
  enum Question: Hashable, Sendable {
    case tickers, instruments
    case book(Pair, BookDetail)
    case candles(Pair, Period)
  }

  private struct State {
    var reply = Reply.answer
    var questions: [Question] = []
    var details: [TickerDetails] = []
    var starts: [Date?] = []
    var released: Set<Int> = []
    var cancelled = 0
  }

  let info: ExchangeInfo

  private let state = Observed(State())
  private let warnings: [Warning]
  private let reference: ChangeReference
  private let rows: (@Sendable (_ request: Int) -> [Ticker])?
  private let instruments: [Instrument]
  private let quantity: @Sendable (_ request: Int) -> Decimal
  private let closes: (@Sendable (Pair, Period) throws(MarketError) -> [Decimal?])?
  private let failing: Set<Int>
  private let date: @Sendable () -> Date
  private let sent: @Sendable ([Candle]) -> [Candle]

  /// - Parameters:
  ///   - id: its name; for people, with a capital.
  ///   - warnings: what each answer says beside its rows.
  ///   - periods: those of its candles.
  ///   - reference: the moment that its changes are measured from.
  ///   - hasQuotesPerPair: whether bid and ask cost a request per pair.
  ///   - instruments: what can be traded.
  ///   - quantity: the quantity of the best bid in a book, by the number of the request.
  ///   - rows: its tickers, by the number of the request; two pairs, if it is not given.
  ///   - closes: those of the candles up to the running one, `nil` for none; nine candles, if it is not
  ///     given.
  ///   - failing: the numbers of the requests that fail.
  ///   - date: the time of its answers, at which the running candle begins.
  ///   - sent: the rows of candles that it sends, made of these.
  init(
    _ id: String = "test", warnings: [Warning] = [], periods: [Period] = [],
    reference: ChangeReference = .dayAgo, hasQuotesPerPair: Bool = false,
    instruments: [Instrument] = [Instrument(pair: Pair(symbol: "BTC-USD"))],
    quantity: @escaping @Sendable (_ request: Int) -> Decimal = { _ in 2 },
    rows: (@Sendable (_ request: Int) -> [Ticker])? = nil,
    closes: (@Sendable (Pair, Period) throws(MarketError) -> [Decimal?])? = nil,
    failing: Set<Int> = [],
    date: @escaping @Sendable () -> Date = { ScreenRun.date },
    sent: @escaping @Sendable ([Candle]) -> [Candle] = { $0 }
  ) {
    info = ExchangeInfo(
      id: ExchangeID(rawValue: id), title: id.capitalized, url: "file:///test",
      minimumPollInterval: .milliseconds(1)
    ) {
      ($0.hasOrders, $0.periods, $0.hasQuotesPerPair) = (true, periods, hasQuotesPerPair)
    }
    self.warnings = warnings
    self.reference = reference
    self.rows = rows
    self.instruments = instruments
    self.quantity = quantity
    (self.closes, self.failing, self.date, self.sent) = (closes, failing, date, sent)
  }

  /// What is done with the requests from now on.
  var reply: Reply {
    get { state.value.reply }
    set { state.change { $0.reply = newValue } }
  }

  /// The questions so far, in order.
  var questions: [Question] { state.value.questions }

  /// The details that were asked for with the tickers, in order.
  var details: [TickerDetails] { state.value.details }

  /// The starts of the candles that were asked for, in order.
  var starts: [Date?] { state.value.starts }

  /// Answers a request that has stalled, by its number from 0 on.
  func release(_ number: Int) { state.change { _ = $0.released.insert(number) } }

  /// Waits until so many questions were asked; returns whether they were.
  func isAsked(_ count: Int) async -> Bool { await state.waits { $0.questions.count >= count } }

  /// Waits until so many questions that hang were given up; returns whether they were.
  func isGivenUp(_ count: Int) async -> Bool { await state.waits { $0.cancelled >= count } }

  func tickers(
    of pairs: [Pair]?, details: TickerDetails, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Ticker]> {
    state.change { $0.details.append(details) }
    let number = try await ask(.tickers)
    if let rows { return answer(rows(number)) }
    let bitcoin = Pair(symbol: "BTC-USD")
    let hasQuotes = info.hasQuotesPerPair && details.wantsQuotes(of: bitcoin) == true
    return answer([
      Ticker(
        pair: bitcoin, open: 100, volume: Decimal(string: "54.7"), last: Decimal(100 + number),
        changeReference: reference, bid: hasQuotes ? 99 : nil),
      Ticker(pair: Pair(symbol: "ETH-USD"), open: 50, volume: 5, last: 50),
    ])
  }

  func book(
    of pair: Pair, detail: BookDetail, in scope: RequestScope
  ) async throws(MarketError) -> Answer<OrderBook> {
    let number = try await ask(.book(pair, detail))
    func entry(_ price: Decimal, _ quantity: Decimal) -> OrderBook.Entry {
      switch detail {
      case .levels: OrderBook.Entry(price: price, quantity: quantity, orders: 1)
      case .orders: OrderBook.Entry(price: price, quantity: quantity, orderID: .number(7))
      }
    }
    return answer(
      OrderBook(
        pair: pair, bids: [entry(99, quantity(number)), entry(98, 4)], asks: [entry(101, 3)]))
  }

  func instruments(
    of pairs: [Pair]?, withNames: Bool, in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Instrument]> {
    _ = try await ask(.instruments)
    return answer(instruments)
  }

  func error(in response: Transport.Response) -> MarketError? { response.statusError }

  /// Nine candles, the newest of which runs and closes higher with every request.
  func candles(
    of pair: Pair, period: Period, from start: Date?, before end: Date?,
    in scope: RequestScope
  ) async throws(MarketError) -> Answer<[Candle]> {
    guard !info.periods.isEmpty else {
      throw .exchangeError(message: "\(title) does not offer price history", isTransient: false)
    }
    state.change { $0.starts.append(start) }
    let number = try await ask(.candles(pair, period))
    if let closes = try closes?(pair, period) {
      return answer(
        sent(
          zip(closes.indices, closes).compactMap { index, close in
            let time = period.start(index + 1 - closes.count, after: date())
            return close.map {
              Candle(time: time, open: $0, high: $0, low: $0, close: $0, volume: 1)
            }
          }))
    }
    return answer(
      (0..<9).map { index in
        let close = index == 8 ? Decimal(120 + number) : Decimal(101 + index)
        return Candle(
          time: period.start(index - 8, after: date()), open: Decimal(100 + index),
          high: close + 5, low: Decimal(99 + index), close: close, volume: 1)
      })
  }

  /// There are no older ones.
  func previousPageEnd(before end: Date?, oldestCandle: Date?, period: Period) -> Date? { nil }

  /// The number of the request, once it is to be answered.
  private func ask(_ question: Question) async throws(MarketError) -> Int {
    let (number, reply) = state.change { state in
      state.questions.append(question)
      return (state.questions.count - 1, state.reply)
    }
    if failing.contains(number) { throw .httpStatus(503, retryAfter: nil) }
    switch reply {
    case .answer: return number
    case .fail(let error): throw error
    case .hang:
      // Nobody moves this clock on: only a cancellation ends the sleep.
      await HandClock().sleep(until: .seconds(1))
      state.change { $0.cancelled += 1 }
      throw .cancelled
    case .stall:
      _ = await state.waits(isRequired: false) { $0.released.contains(number) }
      return number
    }
  }

  private func answer<Value>(_ value: Value) -> Answer<Value> {
    Answer(value, asOf: date(), source: "test", warnings: warnings)
  }
}

extension TickerDetails {
  /// Whether bid and ask of a pair are worth a request; `nil` if those of none are.
  func wantsQuotes(of pair: Pair) -> Bool? { quotesPerPair.map { $0([pair]).contains(pair) } }
}
