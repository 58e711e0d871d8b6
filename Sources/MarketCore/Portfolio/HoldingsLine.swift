import Foundation

/// The values of a line of a holdings file.
struct HoldingsLine {
  typealias Column = HoldingsFile.Column

  private let values: [Column: String]
  private let hasDecimalCommas: Bool
  private let hidesAmounts: Bool

  /// Takes the values that are not empty. If `hidesAmounts` is true, errors quote no text with digits,
  /// because an amount can be in the wrong column.
  init(_ values: [Column: String], hasDecimalCommas: Bool, hidesAmounts: Bool) {
    self.values = values
    (self.hasDecimalCommas, self.hidesAmounts) = (hasDecimalCommas, hidesAmounts)
  }

  /// The trade. A line without an account has the given account, and a line without an exchange has
  /// `defaultExchange`.
  func trade(
    _ account: String?, _ defaultExchange: ExchangeID, _ exchanges: [any Exchange]
  ) throws(InvalidLine) -> Trade {
    let symbol = try symbol()
    let quantity = try signedQuantity()
    let exchange = try exchange(exchanges)
    let account = try self.account() ?? account
    let codes = exchanges.first { $0.id == exchange ?? defaultExchange }?.info.codes
    let holding = try holding(symbol, account, exchange ?? defaultExchange, codes)
    let price = try price(of: holding, codes)
    let fee = try fee(of: holding, codes)
    let (time, isDay) = try time()
    let trade = Trade(holding, quantity, at: price, fee: fee, time: time, isDay: isDay)
    if quantity >= 0, trade.feeQuantity > quantity {
      throw InvalidLine("\(subject(.fee)) is more than the quantity")
    }
    return trade
  }

  // MARK: - Symbol

  /// The symbol, without the exchange that can be before it.
  private func symbol() throws(InvalidLine) -> String {
    guard let typed = values[.symbol] else { throw InvalidLine("missing symbol") }
    let symbol =
      typed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).last
      .map(String.init) ?? ""
    let pair = Pair(symbol)
    guard !symbol.isEmpty, symbol.allSatisfy({ !$0.isWhitespace && $0.isShown }),
      pair.quote != nil || !pair.symbol.contains("-")
    else {
      throw InvalidLine(
        "invalid \(subject(.symbol)); expected a pair (BTC-USD) or a currency (EUR)")
    }
    return symbol
  }

  /// The exchange in the column of exchanges, or before the symbol; `nil` if both are missing.
  private func exchange(_ exchanges: [any Exchange]) throws(InvalidLine) -> ExchangeID? {
    let typed = values[.symbol] ?? ""
    let prefix = typed.contains(":") ? typed.prefix { $0 != ":" }.lowercased() : nil
    let names = [values[.exchange]?.lowercased(), prefix].compactMap(\.self)
    for name in names
    where name != Currency.cashWord && !exchanges.contains(where: { $0.id.rawValue == name }) {
      throw InvalidLine(
        isHidden(name) ? "unknown exchange" : exchanges.sentence(onUnknown: name))
    }
    guard Set(names).count < 2 else {
      throw InvalidLine(
        "conflicting exchanges \(names[1]) (symbol) and \(names[0]) (column exchange)")
    }
    return names.first.map(ExchangeID.init(rawValue:))
  }

  private func holding(
    _ symbol: String, _ account: String?, _ exchange: ExchangeID, _ codes: CoinCodes?
  ) throws(InvalidLine) -> Holding {
    let pair = Pair(symbol)
    let isCurrency = !pair.symbol.contains("-")
    if exchange.rawValue == Currency.cashWord {
      guard isCurrency, let money = Currency.cash(pair.symbol) else {
        throw InvalidLine("invalid \(subject(.symbol)); exchange cash is for money (EUR)")
      }
      return Holding(of: money.code, account: account)
    }
    guard isCurrency else { return Holding(pair, on: exchange, account: account) }
    let coin = codes?.everydayCoin(typed: pair) ?? pair
    if coin == pair, let meant = Currency(named: symbol)?.code ?? Pair.correction(of: symbol) {
      throw InvalidLine("invalid symbol '\(symbol)'; did you mean \(meant)?")
    }
    let isCash = Currency(coin.symbol).isOfficial
    return Holding(of: coin.symbol, exchange: isCash ? nil : exchange, account: account)
  }

  private func account() throws(InvalidLine) -> String? {
    guard let account = values[.account] else { return nil }
    if account.allSatisfy(\.isShown) { return account }
    throw InvalidLine("invalid account; expected a name in one line")
  }

  // MARK: - Amounts

  /// The quantity, below 0 for a sale.
  private func signedQuantity() throws(InvalidLine) -> Decimal {
    guard let text = values[.quantity] else { throw InvalidLine("missing quantity") }
    let quantity = try number(.quantity, text)
    switch values[.side]?.lowercased() {
    case nil: return quantity
    case "buy" where quantity >= 0: return quantity
    case "sell" where quantity >= 0: return -quantity
    case "buy", "sell":
      throw InvalidLine("\(subject(.quantity)) below 0 with a side; write sell and the quantity")
    case _: throw InvalidLine("\(subject(.side)) is not buy or sell")
    }
  }

  /// The price of one unit. For cash it is ignored and `nil`.
  private func price(of holding: Holding, _ codes: CoinCodes?) throws(InvalidLine) -> Trade.Money? {
    let price = try money(.unitCost, of: holding, codes)
    if holding.isCash { return nil }
    if !holding.isAmount, let currency = price?.currency {
      throw InvalidLine(
        "\(subject(.unitCost)) must be in \(holding.quote ?? ""), not in \(currency)")
    }
    if price?.currency == holding.base {
      throw InvalidLine("\(subject(.unitCost)) must be in another currency than \(holding.base)")
    }
    return price
  }

  private func fee(of holding: Holding, _ codes: CoinCodes?) throws(InvalidLine) -> Trade.Money? {
    let fee = try money(.fee, of: holding, codes)
    if holding.isCash, let currency = fee?.currency, currency != holding.base {
      throw InvalidLine("\(subject(.fee)) must be in \(holding.base), not in \(currency)")
    }
    return fee
  }

  /// An amount such as `5` or `0.0004 BTC`. The result has no code if the amount is in the quote currency.
  private func money(
    _ column: Column, of holding: Holding, _ codes: CoinCodes?
  ) throws(InvalidLine) -> Trade.Money? {
    guard let text = values[column] else { return nil }
    let parts = text.split(whereSeparator: \.isWhitespace)
    let code = parts.count == 2 ? Pair(String(parts[1])) : nil
    guard let first = parts.first, parts.count < 3,
      code.map({ !$0.symbol.contains("-") && $0.symbol.contains(where: \.isLetter) }) ?? true
    else { throw InvalidLine("\(subject(column)) is not an amount such as 5 or 5 EUR") }
    let amount = try number(column, String(first))
    if amount < 0 { throw InvalidLine("negative \(subject(column))") }
    guard let code else { return Trade.Money(amount) }
    func everyday(_ code: String?) -> String? {
      code.map { codes?.everydayCoin(typed: Pair(symbol: $0)).symbol ?? $0 }
    }
    let currency = everyday(code.symbol)
    if currency == everyday(holding.base) { return Trade.Money(amount, holding.base) }
    return Trade.Money(
      amount, !holding.isAmount && currency == everyday(holding.quote) ? nil : currency)
  }

  private func number(_ column: Column, _ text: String) throws(InvalidLine) -> Decimal {
    let hasComma =
      hasDecimalCommas && text.wholeMatch(of: /-?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?/) != nil
    let plain = hasComma ? text.replacing(",", with: ".") : text
    if let number = Decimal(exact: plain) { return number }
    if plain.wholeMatch(of: /-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil {
      throw InvalidLine("\(subject(column)) exceeds 38 digits")
    }
    let hint = text.contains(",") ? "; use a decimal point and no thousands separator" : ""
    throw InvalidLine("\(subject(column)) is not a number\(hint)")
  }

  // MARK: - Time

  /// The time from which the trade counts, and whether it is a whole day.
  private func time() throws(InvalidLine) -> (time: Date?, isDay: Bool) {
    guard let text = values[.date] else { return (nil, false) }
    if let day = Date(day: text) { return (day, true) }
    if let time = Date(rfc3339: text.uppercased(), inAnyZone: true) ?? Date(time: text) {
      return (time, false)
    }
    throw InvalidLine("invalid \(subject(.date)); expected 2026-11-20 or 2026-11-20 14:05")
  }

  // MARK: - Errors

  /// The name of a column and its value, or only the name if the value is hidden.
  private func subject(_ column: Column) -> String {
    guard let value = values[column], !isHidden(value) else { return column.rawValue }
    return "\(column.rawValue) '\(value.count > 40 ? value.prefix(40) + "…" : value[...])'"
  }

  private func isHidden(_ text: String) -> Bool { hidesAmounts && text.contains(where: \.isNumber) }
}

extension Character {
  fileprivate var isShown: Bool {
    unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
  }
}
