import Arguments
import Foundation
import MarketCore
import Reports
import Synchronization
import Terminal

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The settings that all polling commands share, read from their options.
struct CommandContext: Sendable {
  static let options = PollOptions.options + SourceOptions.options + MessageOptions.options

  let world: World
  /// The clients of the requested exchanges, at least one, in the order requested.
  private(set) var clients: [MarketClient]
  /// The requested pairs; none for all.
  private(set) var pairRequests: [PairRequest] = []
  /// The clients of the exchanges that have the history of pairs for which none was chosen, in the order in
  /// which they are tried.
  private(set) var candidates: [MarketClient] = []
  private(set) var interval: Duration
  /// The interval of the options; `nil` when none was given.
  private let givenInterval: Duration?
  /// The number of polls; `nil` for no end.
  private(set) var count: Int?
  let looks: TextLooks
  let isQuiet: Bool
  /// How firings of alerts notify the terminal.
  let notificationChannels: Set<TerminalNotification.Channel>
  /// A hint on the options for other exchanges, if the default one is used; `nil` on screens that are
  /// opened from others.
  private(set) var defaultExchangeNotice: String?
  /// Whether no option chooses the exchanges.
  private(set) var isDefaultExchange = false
  /// The names of the options of the command.
  private let optionNames: Set<String>
  private let isVerbose: Bool
  private let source: SourceOptions
  /// The clients that were made, whose rate limits hold over all screens.
  private var pool: ClientPool

  /// - Parameters:
  ///   - polls: whether the command polls without an end by default.
  ///   - screenInterval: the default interval of a screen, on which the command polls without an end;
  ///     `nil` for no difference.
  ///   - hasCondition: whether there is an `--until` condition: then it polls, too.
  ///   - isRehearsal: whether it polls a recording, or candles, once and without pauses.
  ///   - historyFilter: for history: whether an exchange offers it. Of the exchanges that the command line
  ///     does not name one by one, the others are not requested.
  ///   - home: for a command of one exchange, which may request others later: whether an exchange can be
  ///     that one, unless it was chosen.
  init(
    _ invocation: Invocation, in world: World, polls: Bool, screenInterval: Duration? = nil,
    hasCondition: Bool = false, isRehearsal: Bool = false,
    isOnePoll: Bool = false, pairs: [PairArgument] = [],
    historyFilter: ((any Exchange) -> Bool)? = nil, home: ((any Exchange) -> Bool)? = nil
  ) throws(UsageError) {
    optionNames = Set(invocation.command.options.map(\.name))
    source = try SourceOptions(invocation)
    givenInterval = try invocation.value(of: PollOptions.interval)
    let typedCount = try invocation.value(of: PollOptions.count)
    let messages = try MessageOptions(invocation)
    var world = world
    // As on a terminal that cannot move its cursor.
    if invocation.has(PollOptions.plain) { world.environment["TERM"] = "dumb" }
    let screenInterval = world.canRedraw ? screenInterval : nil
    interval = isRehearsal ? .zero : givenInterval ?? screenInterval ?? .seconds(10)
    let isEndless =
      polls || screenInterval != nil || hasCondition || givenInterval != nil
    count = isOnePoll ? 1 : typedCount ?? (isEndless ? nil : 1)
    // A further try of one poll may need an answer again.
    let isEnding = hasCondition || isRehearsal
    world = source.world(world, repeats: count == 1 || count == nil && !isEnding)
    self.world = world
    looks = TextLooks(in: world, palette: messages.palette(in: world))
    isQuiet = messages.isQuiet
    notificationChannels = messages.notificationChannels(in: world)
    isVerbose = messages.isVerbose
    let chosen = try source.chosen(in: world)
    let exchanges: [any Exchange]
    var candidates: [any Exchange] = []
    isDefaultExchange = chosen == nil
    if let home {
      exchanges = [try Self.one(chosen, home, invocation, world)]
    } else {
      var usual = chosen?.exchanges ?? [world.exchanges[0]]
      if let historyFilter {
        let fitting = (chosen?.exchanges ?? world.exchanges).filter(historyFilter)
        let isExact = chosen.map { $0.isOption && !$0.isAll } ?? false
        if !isExact, !fitting.isEmpty { usual = chosen == nil ? [fitting[0]] : fitting }
        candidates = chosen == nil ? fitting : []
      }
      let named = try pairs.map { typed throws(UsageError) in
        try typed.exchange.map { name throws(UsageError) in [try world.exchange(name, "SYMBOL")] }
      }
      pairRequests = zip(pairs, named).map { typed, named in
        PairRequest(
          pair: typed.pair, exchanges: (named ?? usual).map(\.id), isPrefixed: named != nil,
          isOpen: historyFilter != nil && chosen == nil && named == nil)
      }
      exchanges = pairs.isEmpty ? usual : named.flatMap { $0 ?? usual }.withoutRepeats
      let isDefault =
        isDefaultExchange && historyFilter == nil && named.allSatisfy { $0 == nil }
      defaultExchangeNotice = isDefault && !isQuiet ? world.defaultExchangeNotice : nil
    }
    if pairRequests.contains(where: \.isOpen) {
      try source.check(
        (exchanges + candidates).withoutRepeats, in: world, interval: isRehearsal ? nil : interval)
    }
    clients =
      home != nil
      ? [source.client(of: exchanges[0], in: world)]
      : try source.clients(of: exchanges, in: world, interval: isRehearsal ? nil : interval)
    if clients.count > 1 {
      clients = clients.map { [pairRequests] in $0.readingOwnCodes(ofPrefixesIn: pairRequests) }
    }
    pool = ClientPool(clients)
    self.candidates = candidates.map { [source, pool] exchange in
      pool.client(of: exchange) { source.client(of: exchange, in: world) }.readingOwnCodes()
    }
  }

  /// The exchange of a command of one.
  private static func one(
    _ chosen: SourceOptions.Choice?, _ home: (any Exchange) -> Bool, _ invocation: Invocation,
    _ world: World
  ) throws(UsageError) -> any Exchange {
    if let chosen, chosen.exchanges.count == 1 { return chosen.exchanges[0] }
    if let chosen, chosen.isOption {
      throw UsageError("--exchange: \(invocation.command.name) accepts only one exchange")
    }
    return (chosen?.exchanges ?? world.exchanges).first(where: home) ?? world.exchanges[0]
  }

  var client: MarketClient { clients[0] }
  var exchanges: [ExchangeID] { clients.map(\.exchange.id) }
  var isMultiExchange: Bool { clients.count > 1 }
  /// Whether there is only one poll, which then has several tries.
  var isOneShot: Bool { count == 1 }
  /// Whether a table is redrawn in place.
  var isOnScreen: Bool { world.canRedraw && !isOneShot }
  func hasOption(_ name: String) -> Bool { optionNames.contains(name) }
  func title(of exchange: ExchangeID?) -> String {
    world.exchanges.first { $0.id == exchange }?.title ?? exchange?.rawValue ?? "the exchange"
  }

  /// A sentence about an exchange, under its name where there are several.
  func attributed(_ sentence: String, to exchange: ExchangeID?) -> String {
    let isNamed = world.exchanges.contains { sentence.hasPrefix($0.title) }
    return isMultiExchange && !isNamed ? "\(title(of: exchange)): \(sentence)" : sentence
  }

  func notice(_ sentence: String) {
    if !isQuiet { world.notify(sentence) }
  }

  /// Shows the progress of a long request, in place, if stderr is a terminal.
  ///
  /// - Parameter subject: the pair on its exchange, where there are several; `nil` for the only one.
  func showProgress(_ count: Int, of total: Int, _ things: String, of subject: Listing? = nil) {
    guard world.errors.isTerminal, !isQuiet else { return }
    let numbers = [count, total].map { NumberFormat.volume(Decimal($0)) }
    let name = subject.map { listing in
      " of \(listing.pair)" + (isMultiExchange ? " (\(title(of: listing.exchange)))" : "")
    }
    let text = "tickers: \(numbers[0]) of \(numbers[1]) \(things)\(name ?? "")"
    // Spaces, for any terminal, and a return, so that the next line covers it.
    let padding = String(repeating: " ", count: max(0, 60 - text.count))
    let line = count < total ? text + padding : String(repeating: " ", count: max(60, text.count))
    try? world.errors.write("\r\(line)\r")
  }

  /// Checks the limit of open files; returns the exit status if the command cannot begin.
  func prepare() -> ExitStatus? {
    // Each further exchange has opened five at most; some are open by now.
    let files = World.filesForOneExchange + 3 + 5 * (clients.count - 1)
    if world.usesNetwork, FileDescriptor.limit < files {
      return world.failure(.systemResource, World.fileLimit(files))
    }
    return world.begin()
  }

  /// The same settings for other exchanges, if any; if the options exclude these, writes why.
  func on(_ exchanges: [ExchangeID]) throws(ExitStatus) -> CommandContext {
    guard !exchanges.isEmpty else { return self }
    var context = self
    do throws(UsageError) {
      context.clients = try source.clients(
        of: exchanges.compactMap { id in world.exchanges.first { $0.id == id } }, in: world,
        interval: interval)
    } catch {
      throw world.failure(error)
    }
    context.pool = ClientPool(context.clients)
    return context
  }

  /// The same settings for one of the exchanges; for the first, when it is none of them.
  ///
  /// - Parameter interval: the default interval there; `nil` for the same.
  func only(
    _ exchange: ExchangeID?, isEndless: Bool = false, interval: Duration? = nil
  ) -> CommandContext {
    var context = self
    context.interval = givenInterval ?? interval ?? self.interval
    context.clients = [clients.first { $0.exchange.id == exchange } ?? client]
    (context.pairRequests, context.candidates, context.defaultExchangeNotice) = ([], [], nil)
    if isEndless { context.count = nil }
    return context
  }

  /// The clients that have the requested history: the candidates, if there are any.
  var historyClients: [MarketClient] { candidates.isEmpty ? clients : candidates }

  /// The same settings, with each coin requested from the first of its exchanges only.
  var requestingCoinsOnce: CommandContext {
    var context = self
    context.pairRequests = pairRequests.map { request in
      guard request.pair.base == nil else { return request }
      return PairRequest(
        pair: request.pair, exchanges: [request.exchanges[0]], isPrefixed: request.isPrefixed,
        isOpen: request.isOpen)
    }
    return context
  }

  /// The same settings for all pairs, on a screen that is opened from another one.
  var forAllPairs: CommandContext {
    var context = self
    (context.pairRequests, context.defaultExchangeNotice) = ([], nil)
    return context
  }

  /// The same settings for a pair on every exchange there is.
  func onAllExchanges(_ pair: Pair) -> CommandContext {
    var context = self
    context.defaultExchangeNotice = nil
    context.clients = world.exchanges.map { exchange in
      pool.client(of: exchange) { source.client(of: exchange, in: world) }.readingOwnCodes()
    }
    if !world.errors.isTerminal { context = context.traced }
    if let slowest = source.slowest(of: world.exchanges, in: world) {
      context.interval = max(interval, slowest.info.minimumPollInterval)
    }
    context.pairRequests = [
      PairRequest(pair: pair, exchanges: context.exchanges, isPrefixed: false)
    ]
    return context
  }

  /// Logs each request if that is an option: `http://…/tickers: 200, 15360 bytes, 48 ms`.
  var traced: CommandContext {
    guard isVerbose else { return self }
    var context = self
    (context.clients, context.candidates) = (
      clients.map(world.traced), candidates.map(world.traced)
    )
    return context
  }
}

extension World {
  /// The same client, with a line for people per request.
  func traced(_ client: MarketClient) -> MarketClient {
    client.observed { request, result, seconds in
      let outcome =
        switch result {
        case .success(let response): "\(response.status), \(response.body.count) bytes"
        case .failure(let error): "\(error)"
        }
      let time = Int((seconds * 1000).rounded())
      notify("\(request.url?.absoluteString ?? ""): \(outcome), \(time) ms")
    }
  }
}

extension World {
  /// A hint on the options for other exchanges; `nil` if there are none.
  fileprivate var defaultExchangeNotice: String? {
    guard exchanges.count > 1, !isTool else { return nil }
    let file = Files.optionsPlace(environment).map { ", as does --exchange kraken in \($0.title)" }
    return "default exchange; -e kraken selects another" + (file ?? "")
  }
}

/// One client per exchange, made when it is first needed, with its rate limit and reference data.
final class ClientPool: Sendable {
  private let clients: Mutex<[ExchangeID: MarketClient]>

  init(_ clients: [MarketClient] = []) {
    self.clients = Mutex(Dictionary(uniqueKeysWithValues: clients.map { ($0.exchange.id, $0) }))
  }

  func client(of exchange: any Exchange, make: () -> MarketClient) -> MarketClient {
    clients.withLock { clients in
      let client = clients[exchange.id] ?? make()
      clients[exchange.id] = client
      return client
    }
  }
}
