import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Recording {
  /// The responses that answer a request: to the same request, or to another one, such as for a list.
  struct Responses {
    let recording: Recording
    let folder: String
    let series: Series
    /// The requested item of a list; `nil` if responses are used as a whole.
    var item: Item?
    var warning: Warning?

    /// The response at an index of the series, which arrives at `now` if no arrival time was recorded.
    func response(_ index: Int, now: Date) throws(MarketError) -> Transport.Response {
      var response = try recording.response(series.numbers[index], in: folder, now: now)
      if let item, response.status == 200 {
        guard let list = try? response.parsed({ (value: JSONValue) in value }) else {
          throw recording.missing(item.folder)
        }
        response.body = try item.body(in: list, recording) ?? response.body
      }
      response.warnings += [warning].compactMap(\.self)
      return response
    }
  }

  /// A requested item that was recorded only as part of a list.
  struct Item {
    let name: String
    /// The folder that a recording of the item alone would have.
    let folder: String
    /// Whether a parameter, not the path, selects the item. Objects around the item are then kept.
    let isParameter: Bool

    /// The JSON as if only the item had been requested; `nil` to use the whole list.
    fileprivate func body(in list: JSONValue, _ recording: Recording) throws(MarketError) -> Data? {
      // A list of arrays has the same form for one item as for all items.
      if case .array(let rows) = list, case .array = rows.first { return nil }
      let item = isParameter ? list.reduced(to: name) : list.item(named: name)
      if let item { return try? JSONEncoder().encode(item) }
      throw isParameter || list.isList ? .unknownSymbol("", near: []) : recording.missing(folder)
    }
  }

  func responses(
    to request: URLRequest, of exchange: ExchangeInfo, below base: URL
  ) throws(MarketError) -> Responses {
    let (path, query) = request.parts(below: base)
    func folder(_ path: [Substring], _ query: [URLQueryItem]) -> String {
      Self.folder(of: exchange, path, query)
    }
    let requested = folder(path, query)
    func responses(_ folder: String, item: String? = nil, isParameter: Bool = false) -> Responses? {
      series(in: folder).map { series in
        let item = item.map { Item(name: $0, folder: requested, isParameter: isParameter) }
        return Responses(recording: self, folder: folder, series: series, item: item)
      }
    }
    if let responses = responses(requested) { return responses }

    // Without a recording of this request, lists are tried: at the same path without the parameters that
    // select items, with the value `ALL`, or without any parameter; at the path `…/all`; then at the path or
    // its plural with other parameters. If no item is selected, a list with other parameters may lack details,
    // so it has a warning.
    let selected = query.filter { exchange.itemParameters.contains($0.name) }
    let rest = query.filter { !exchange.itemParameters.contains($0.name) }
    let names = selected.flatMap { ($0.value ?? "").split(separator: ",") }.map(String.init)
    let all = rest + selected.map { URLQueryItem(name: $0.name, value: "ALL") }
    let plural: [Substring] = path.dropLast() + path.suffix(1).map { "\($0)s" }
    let alike = [
      folder(path, rest), folder(path, all), folder(path, []), folder(path + ["all"], []),
    ]
    let keys = Set(query.map(\.name))
    func hasOtherParameters(_ name: String) -> Bool {
      let parameters = name.split(separator: ",")
      return name.contains("=")
        && !parameters.contains { keys.contains(String($0.prefix { $0 != "=" })) }
    }
    let others = [path, plural].flatMap { path in
      let place = folder(path, [])
      return self.names(in: place).sorted().filter(hasOtherParameters).map { "\(place)/\($0)" }
    }
    for folder in alike + others {
      let item = names.count == 1 ? names[0] : nil
      guard var responses = responses(folder, item: item, isParameter: true) else { continue }
      if selected.isEmpty, !alike.contains(folder) {
        let names = [requested, folder].map { $0.dropFirst(exchange.id.rawValue.count + 1) }
        responses.warning = .note("no recording of \(names[0]); using \(names[1])")
      }
      return responses
    }
    // At last, a list at the path without one of its segments, which may be the name of the item.
    for index in path.indices.dropFirst().reversed() {
      var list = path
      let item = list.remove(at: index).removingPercentEncoding
      if let responses = responses(folder(list, query), item: item) { return responses }
    }
    throw missing(requested)
  }
}

extension JSONValue {
  fileprivate var isList: Bool {
    switch self {
    case .array: true
    case .object(let members):
      members.values.allSatisfy { if case .object = $0 { true } else { false } }
    default: false
    }
  }

  /// The member of an object with this name, or the only row of an array with a text that is this name. If
  /// no text is equal, a different notation matches (`btcusd` for `BTC/USD`). Otherwise `nil`.
  fileprivate func item(named name: String) -> JSONValue? {
    switch self {
    case .object(let members): return members[name]
    case .array(let rows):
      let exact = rows.filter { $0.has { $0 == name } }
      let codes = Self.codes(in: name)
      let items = exact.isEmpty ? rows.filter { $0.has { Self.codes(in: $0) == codes } } : exact
      return items.count == 1 ? items[0] : nil
    default: return nil
    }
  }

  /// The value with only this item: a row of an array, or an object with only this member. If a member that
  /// is an object has the item, the other members are kept. `nil` if the value lacks the item.
  fileprivate func reduced(to name: String) -> JSONValue? {
    guard case .object(let members) = self else { return item(named: name) }
    if let member = members[name] { return .object([name: member]) }
    var others = members
    for (key, member) in members {
      guard case .object = member, let reduced = member.reduced(to: name) else { continue }
      others[key] = reduced
      return .object(others)
    }
    // An object that contains a list of items is returned with all items.
    return members.values.contains { $0.item(named: name) != nil } ? self : nil
  }

  private func has(_ isName: (String) -> Bool) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.values.contains { if case .text(let text) = $0 { isName(text) } else { false } }
  }

  private static func codes(in name: String) -> String {
    name.filter { $0.isLetter || $0.isNumber }.uppercased()
  }
}
