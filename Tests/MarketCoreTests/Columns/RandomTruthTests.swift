import Foundation
import MarketCore
import RandomInputs
import Testing

/// Random conditions on random rows, compared with a slow evaluation of the same tree.
///
/// `RANDOM_ROUNDS=50 swift test --filter RandomTruthTests` tests fifty times as many.
struct RandomTruthTests {
  /// A row in which about a third of the values is unknown, and the same values for the evaluation.
  private static func row(using random: inout Seeded) -> (Ticker, Values) {
    var values = Values()
    for field in Tree.Number.fields {
      values.numbers[field] = [0, 1, 2, 4, 5, nil, nil].randomElement(using: &random) ?? nil
    }
    let symbol = ["AB-USD", "X-A", "ABUSD", "4-USD"].randomElement(using: &random) ?? ""
    let parts = symbol.split(separator: "-").map(String.init)
    values.texts["symbol"] = symbol
    if parts.count == 2 { (values.texts["base"], values.texts["quote"]) = (parts[0], parts[1]) }
    func number(_ field: String) -> Decimal? { values.numbers[field].map { Decimal($0) } }
    let ticker = Ticker(
      pair: Pair(symbol: symbol), open: number("open"), volume: number("volume"),
      last: number("last"), bid: number("bid"), ask: number("ask"), high: number("high"),
      low: number("low"))
    return (ticker, values)
  }

  @Test func `truth and a filter's result are those of the slow evaluation`() throws {
    var random = Seeded(state: 31)
    var counts: [Bool?: Int] = [:]
    for _ in 0..<rounds(500) {
      let tree = Tree(depth: .random(in: 0...3, using: &random), using: &random)
      // Longer ones are errors.
      guard tree.text.count <= 1_000 else { continue }
      let condition = try Condition<Ticker>(tree.text)
      for _ in 0..<4 {
        let (ticker, values) = Self.row(using: &random)
        let degree = tree.degree(values, unknown: 1)
        let truth = degree == 1 ? nil : degree == 2
        #expect(condition.truth(for: ticker, asOf: .now) == truth, "\(tree.text): \(values)")
        let holds = tree.degree(values, unknown: 0) == 2
        #expect(condition.holds(for: ticker, asOf: .now) == holds, "\(tree.text): \(values)")
        counts[truth, default: 0] += 1
      }
    }
    #expect(counts.values.allSatisfy { $0 > 100 } && counts.count == 3, "\(counts)")
  }
}

/// A condition as a tree, which is written and evaluated in the plainest way.
private indirect enum Tree {
  /// A number as a fraction of whole numbers.
  indirect enum Number {
    case literal(Int)
    case field(String)
    case sum(Number, Number)
    case difference(Number, Number)
    case product(Number, Number)
    /// Divisors are single values, which leave no endless fractions.
    case quotient(Number, by: Number)
    case opposite(Number)
    case magnitude(Number)
  }

  case comparison(Number, String, Number)
  case text(String, String, String)
  /// A field of symbols or codes, a sign, and a word without quotes; the other way round.
  case bare(String, String, String, isReversed: Bool)
  case known(String)
  case not(Tree)
  case all([Tree])
  case any([Tree])
}

/// The values of a row.
private struct Values {
  var numbers: [String: Int] = [:]
  var texts: [String: String] = [:]

  func knows(_ field: String) -> Bool { numbers[field] != nil || texts[field] != nil }
}

extension Tree.Number {
  private static let values = [0, 1, 2, 4, 5]
  static let fields = ["last", "open", "bid", "ask", "high", "low", "volume"]

  private static func value(using random: inout Seeded) -> Self {
    .random(in: 0..<3, using: &random) > 0
      ? .field(fields.randomElement(using: &random) ?? "last")
      : .literal(values.randomElement(using: &random) ?? 0)
  }

  init(depth: Int, using random: inout Seeded) {
    func part(_ random: inout Seeded) -> Self { Self(depth: depth - 1, using: &random) }
    let kind = depth == 0 ? 9 : Int.random(in: 0..<10, using: &random)
    self =
      switch kind {
      case 0: .sum(part(&random), part(&random))
      case 1: .difference(part(&random), part(&random))
      case 2: .product(part(&random), part(&random))
      case 3: .quotient(part(&random), by: Self.value(using: &random))
      case 4: .opposite(part(&random))
      case 5: .magnitude(part(&random))
      default: Self.value(using: &random)
      }
  }

  var text: String {
    switch self {
    case .literal(let number): "\(number)"
    case .field(let name): name
    case .sum(let lhs, let rhs): "(\(lhs.text) + \(rhs.text))"
    case .difference(let lhs, let rhs): "(\(lhs.text) - \(rhs.text))"
    case .product(let lhs, let rhs): "(\(lhs.text) * \(rhs.text))"
    case .quotient(let lhs, let rhs): "(\(lhs.text) / \(rhs.text))"
    case .opposite(let number): "-\(number.text)"
    case .magnitude(let number): "abs(\(number.text))"
    }
  }

  /// Numerator and denominator, which is above 0; `nil` if unknown.
  fileprivate func fraction(_ values: Values) -> (top: Int, bottom: Int)? {
    func both(_ lhs: Self, _ rhs: Self) -> ((top: Int, bottom: Int), (top: Int, bottom: Int))? {
      guard let lhs = lhs.fraction(values), let rhs = rhs.fraction(values) else { return nil }
      return (lhs, rhs)
    }
    switch self {
    case .literal(let number): return (number, 1)
    case .field(let name): return values.numbers[name].map { ($0, 1) }
    case .sum(let lhs, let rhs):
      return both(lhs, rhs).map { ($0.top * $1.bottom + $1.top * $0.bottom, $0.bottom * $1.bottom) }
    case .difference(let lhs, let rhs):
      return both(lhs, rhs).map { ($0.top * $1.bottom - $1.top * $0.bottom, $0.bottom * $1.bottom) }
    case .product(let lhs, let rhs):
      return both(lhs, rhs).map { ($0.top * $1.top, $0.bottom * $1.bottom) }
    case .quotient(let lhs, let rhs):
      return both(lhs, rhs).flatMap { lhs, rhs in
        rhs.top == 0 ? nil : (lhs.top * rhs.bottom, lhs.bottom * rhs.top)
      }
    case .opposite(let number): return number.fraction(values).map { (-$0.top, $0.bottom) }
    case .magnitude(let number): return number.fraction(values).map { (abs($0.top), $0.bottom) }
    }
  }
}

extension Tree {
  private static let signs = ["==", "!=", "<", "<=", ">", ">="]

  init(depth: Int, using random: inout Seeded) {
    func parts(_ random: inout Seeded) -> [Tree] {
      (0..<Int.random(in: 2...4, using: &random)).map { _ in Tree(depth: depth - 1, using: &random)
      }
    }
    switch depth == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
    case 0...2: self = .all(parts(&random))
    case 3...5: self = .any(parts(&random))
    case 6, 7: self = .not(Tree(depth: depth - 1, using: &random))
    default: self.init(comparisonUsing: &random)
    }
  }

  private init(comparisonUsing random: inout Seeded) {
    let field = ["base", "quote", "symbol"].randomElement(using: &random) ?? "base"
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let fields = Number.fields + ["base", "quote"]
      self = .known(fields.randomElement(using: &random) ?? "last")
    case 2:
      let word =
        ["a", "AB", "4", "4-USD", "4/usd", "ab_usd", "AB-USD", "4k", "1.5", "x-4"]
        .randomElement(using: &random) ?? "a"
      // A part of a text has no other way round.
      let isReversed = Bool.random(using: &random)
      let sign = (Self.signs + (isReversed ? [] : ["~"])).randomElement(using: &random) ?? "=="
      self = .bare(field, sign, word, isReversed: isReversed)
    case 1:
      let word = ["a", "AB", "usd", "Us", "x"].randomElement(using: &random) ?? "a"
      self = .text(field, (Self.signs + ["~", "~"]).randomElement(using: &random) ?? "~", word)
    default:
      self = .comparison(
        Number(depth: 2, using: &random), Self.signs.randomElement(using: &random) ?? "<",
        Number(depth: 2, using: &random))
    }
  }

  var text: String {
    func parts(_ trees: [Tree], _ word: String) -> String {
      trees.map { tree in
        switch tree {
        case .all, .any: "(\(tree.text))"
        case .comparison, .text, .bare, .known, .not: tree.text
        }
      }.joined(separator: " \(word) ")
    }
    switch self {
    case .comparison(let lhs, let sign, let rhs): return "\(lhs.text) \(sign) \(rhs.text)"
    case .text(let field, let sign, let word): return "\(field) \(sign) '\(word)'"
    case .bare(let field, let sign, let word, let isReversed):
      return isReversed ? "\(word) \(sign) \(field)" : "\(field) \(sign) \(word)"
    case .known(let field): return "known(\(field))"
    case .not(let tree): return "not " + parts([tree], "")
    case .all(let trees): return parts(trees, "and")
    case .any(let trees): return parts(trees, "or")
    }
  }

  /// 0 for false, 1 for unknown, 2 for true; a comparison with an unknown value is `unknown`.
  func degree(_ values: Values, unknown: Int) -> Int {
    switch self {
    case .comparison(let lhs, let sign, let rhs):
      guard let lhs = lhs.fraction(values), let rhs = rhs.fraction(values) else { return unknown }
      // Each bottom is above 0, as no value is below.
      return Self.holds(lhs.top * rhs.bottom, sign, rhs.top * lhs.bottom) ? 2 : 0
    case .text(let field, "~", let word):
      guard let text = values.texts[field] else { return unknown }
      return text.lowercased().ranges(of: word.lowercased()).isEmpty ? 0 : 2
    case .text(let field, let sign, let word):
      guard let text = values.texts[field] else { return unknown }
      return Self.holds(text.lowercased(), sign, word.lowercased()) ? 2 : 0
    case .bare(let field, let sign, let word, let isReversed):
      // A symbol has a dash; codes are compared as they stand.
      let isSymbol = field == "symbol" && !word.contains("-")
      let meant = isSymbol ? String(word.map { "/_".contains($0) ? "-" : $0 }) : word
      let tree =
        isReversed
        ? Tree.text(field, Self.opposite(of: sign), meant) : .text(field, sign, meant)
      return tree.degree(values, unknown: unknown)
    case .known(let field): return values.knows(field) ? 2 : 0
    case .not(let tree): return 2 - tree.degree(values, unknown: unknown)
    case .all(let trees): return trees.map { $0.degree(values, unknown: unknown) }.min() ?? 2
    case .any(let trees): return trees.map { $0.degree(values, unknown: unknown) }.max() ?? 0
    }
  }

  private static func opposite(of sign: String) -> String {
    ["<": ">", "<=": ">=", ">": "<", ">=": "<="][sign] ?? sign
  }

  private static func holds<Value: Comparable>(_ lhs: Value, _ sign: String, _ rhs: Value) -> Bool {
    switch sign {
    case "==": lhs == rhs
    case "!=": lhs != rhs
    case "<": lhs < rhs
    case "<=": lhs <= rhs
    case ">": lhs > rhs
    default: lhs >= rhs
    }
  }
}
