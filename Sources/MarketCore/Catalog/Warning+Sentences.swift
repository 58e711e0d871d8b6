extension Warning: CustomStringConvertible {
  /// A sentence, or the reason why a row was skipped.
  public var description: String {
    switch self {
    case .rowSkipped(let text), .note(let text): text
    case .gaps(let gaps): gaps.description
    case .converted(let currency, let rates):
      "converted to \(currency) by "
        + rates.map { rate in
          let title = rate.exchange.map { Exchanges.named($0)?.title ?? $0.rawValue } ?? "as 1 USD"
          return "\(rate.pair) (\(title))"
        }.joined(separator: ", ")
    }
  }
}

extension Warning {
  /// The sentences about warnings. All skipped rows share a sentence, with at most three of the reasons.
  public static func sentences(for warnings: [Warning]) -> [String] {
    let reasons = warnings.compactMap {
      if case .rowSkipped(let reason) = $0 { reason } else { nil }
    }
    let notes = warnings.filter { if case .rowSkipped = $0 { false } else { true } }.map(
      \.description)
    guard !reasons.isEmpty else { return notes }
    let shown = reasons.prefix(3).joined(separator: "; ")
    let more = reasons.count > 3 ? "; and \(reasons.count - 3) more" : ""
    let rows = reasons.count == 1 ? "row" : "rows"
    return ["skipped \(reasons.count) invalid \(rows): \(shown)\(more)"] + notes
  }
}
