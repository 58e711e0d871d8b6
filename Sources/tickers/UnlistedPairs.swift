import MarketCore

/// The asked pairs that some exchanges turn out not to list: these take no part in them.
struct UnlistedPairs: Sendable {
  private let session: Session
  /// The near names that each exchange gave instead, by pair.
  private var near: [Pair: [String: [String]]] = [:]

  init(_ session: Session) { self.session = session }

  /// Applies a poll; returns its failures but for those that are no failure, as another exchange may
  /// list the pair.
  mutating func failures<Value>(of poll: Poll<Answer<Value>>) -> [MarketError] {
    let failures = poll.failure.map { [$0] } ?? poll.answer?.failures ?? []
    return failures.filter { failure in
      guard case .unknownSymbol(let symbol, let near) = failure else { return true }
      // A poll fails with the first of its pairs when the exchange lists none of them.
      let pairs = session.asked.filter { asked in
        asked.exchanges.contains(poll.exchange)
          && (asked.pair.symbol == symbol || poll.failure != nil)
      }
      for asked in pairs where asked.mayBeUnlisted {
        let names = asked.pair.symbol == symbol ? near : []
        self.near[asked.pair, default: [:]][poll.exchange] = names
      }
      return !pairs.contains { $0.pair.symbol == symbol && $0.mayBeUnlisted }
    }
  }

  /// The pairs that none of their exchanges lists, each with a sentence.
  var errors: [(MarketError, sentence: String)] {
    pairs { near, asked in near.count == asked.exchanges.count }.map { asked, near in
      var names: [String] = []
      for name in asked.exchanges.flatMap({ near[$0] ?? [] }) where !names.contains(name) {
        names.append(name)
      }
      let error = MarketError.unknownSymbol(asked.pair.symbol, near: Array(names.prefix(3)))
      return (error, error.sentence(about: "these exchanges"))
    }
  }

  /// The pairs that some of their exchanges list.
  var notices: [String] {
    pairs { near, asked in near.count < asked.exchanges.count }.map { asked, near in
      let titles = asked.exchanges.filter { near[$0] != nil }.map(session.title)
      return "\(asked.pair) is not listed by \(titles.joined(separator: ", "))"
    }
  }

  private func pairs(
    where holds: ([String: [String]], AskedPair) -> Bool
  ) -> [(AskedPair, near: [String: [String]])] {
    session.asked.filter(\.mayBeUnlisted).compactMap { asked in
      near[asked.pair].flatMap { holds($0, asked) ? (asked, $0) : nil }
    }
  }
}
