import MarketCore

/// The failures of a job's polls: of exchanges, and of asked pairs.
///
/// A pair that was typed without its exchange may be missing on some of those that are asked for it:
/// that is worth a notice. One that none of them lists, or that the exchange of its prefix lacks, ends
/// polling.
struct PollFailures: Sendable {
  /// A pair with its prefix, or without.
  fileprivate struct Question: Hashable {
    let pair: Pair
    let isPrefixed: Bool
  }

  private let context: CommandContext
  /// The sentence on a failure of an exchange.
  private let sentence: @Sendable (MarketError, _ exchange: String) -> String
  /// The asked pairs, each once.
  private let asked: [AskedPair]
  /// The failures of the last poll of each exchange but for unknown pairs.
  private var current: [String: [MarketError]] = [:]
  /// The unlisted pairs of the last answer of each exchange, in a job without asked pairs.
  private var lacking: [String: [MarketError]] = [:]
  /// The near names that each exchange gave for a pair that it does not list.
  private var unlisted: [Question: [String: [String]]] = [:]

  init<ViewModel>(of job: PollJob<ViewModel>) {
    context = job.context
    sentence = { job.sentence(on: $0, of: $1) }
    var questions = Set<Question>()
    asked = job.context.pairRequests.filter { questions.insert(Question($0)).inserted }
  }

  mutating func apply<Value>(_ poll: Poll<Answer<Value>>) {
    (current[poll.exchange], lacking[poll.exchange]) = ([], [])
    for failure in poll.failure.map({ [$0] }) ?? poll.answer?.failures ?? [] {
      guard case .unknownSymbol(let symbol, let near) = failure, !asked.isEmpty else {
        if case .unknownSymbol = failure, poll.answer != nil {
          lacking[poll.exchange, default: []].append(failure)
        } else {
          current[poll.exchange, default: []].append(failure)
        }
        continue
      }
      // A poll fails with the first of its pairs when the exchange lists none of them.
      for asked in asked where asked.exchanges.contains(poll.exchange) {
        guard asked.pair.symbol == symbol || poll.failure != nil else { continue }
        unlisted[Question(asked), default: [:]][poll.exchange] =
          asked.pair.symbol == symbol ? near : []
      }
    }
  }

  /// The failures of the last poll of an exchange but for unknown pairs.
  func failures(of exchange: String) -> [MarketError] { current[exchange] ?? [] }

  /// The sentences about failed parts of answers, about missing pairs, and about the failures that end
  /// polling.
  func partial<Value>(of polls: [Poll<Answer<Value>>]) -> [String] {
    polls.filter { $0.answer != nil }.flatMap { poll in
      failures(of: poll.exchange).map { sentence($0, poll.exchange) }
    } + (missing + ending).map(\.sentence)
  }

  /// The exit status of the first failure that ends polling; `nil` without one.
  func status<Value>(of polls: [Poll<Answer<Value>>]) -> ExitStatus? {
    let partial = polls.filter { $0.answer != nil }.flatMap { failures(of: $0.exchange) }
    return (partial + ending.map(\.failure)).first.map { ExitStatus($0) }
  }

  /// The unlisted pairs of a job without asked pairs, each with a sentence. Polling continues, for
  /// other rows have values.
  var missing: [(failure: MarketError, sentence: String)] {
    context.exchanges.flatMap { exchange in
      (lacking[exchange] ?? []).map { ($0, sentence($0, exchange)) }
    }
  }

  /// The exit status after the last poll: of the first pair that no exchange lists, else of the job.
  func exitStatus(else status: ExitStatus) -> ExitStatus {
    (ending + missing).first.map { ExitStatus($0.failure) } ?? status
  }

  /// The failures that end polling, each with a sentence: pairs that no exchange lists that is asked
  /// for them.
  var ending: [(failure: MarketError, sentence: String)] {
    asked.compactMap { asked in
      guard let near = unlisted[Question(asked)], near.count == asked.exchanges.count else {
        return nil
      }
      let error = MarketError.unlisted(
        asked.pair, near: asked.exchanges.flatMap { near[$0] ?? [] })
      return asked.exchanges.count > 1
        ? (error, error.sentence(on: asked.exchanges.map(context.title)))
        : (error, sentence(error, asked.exchanges[0]))
    }
  }

  /// The pairs that some of their exchanges do not list.
  var notices: [String] {
    asked.compactMap { asked in
      guard let near = unlisted[Question(asked)], near.count < asked.exchanges.count else {
        return nil
      }
      let titles = asked.exchanges.filter { near[$0] != nil }.map(context.title)
      return "not listed on \(titles.joined(separator: ", ")): \(asked.pair)"
    }
  }
}

extension MarketError {
  /// The failure of a pair that several exchanges do not list, with the first of their near names.
  static func unlisted(_ pair: Pair, near names: [String]) -> MarketError {
    var near: [String] = []
    for name in names where near.count < 3 && !near.contains(name) { near.append(name) }
    return .unknownSymbol(pair.symbol, near: near)
  }
}

extension PollFailures.Question {
  fileprivate init(_ asked: AskedPair) {
    self.init(pair: asked.pair, isPrefixed: asked.isPrefixed)
  }
}
