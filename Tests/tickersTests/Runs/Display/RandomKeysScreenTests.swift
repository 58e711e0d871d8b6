import Foundation
import MarketCore
import RandomInputs
import Terminal
import TestTools
import Testing

@testable import tickers

/// Random keys and sizes on all screens, with random responses: each frame fits the terminal, and q
/// ends the program.
///
/// `RANDOM_ROUNDS=50 swift test --filter RandomKeysScreenTests` types more keys per seed, and
/// `RANDOM_SEEDS=4,5` has other seeds. The keys of a seed are the same in each run; when answers arrive is
/// not.
@Suite(.fewAtATime(minutes: 60))
struct RandomKeysScreenTests {
  private static let keys = rounds(125)
  private static let seeds = (ProcessInfo.processInfo.environment["RANDOM_SEEDS"] ?? "1,2,3")
    .split(separator: ",").compactMap { UInt64($0) }

  @Test(arguments: seeds)
  func `random keys leave each frame within the terminal, and q ends the program`(
    seed: UInt64
  ) async {
    var (left, run) = (Self.keys, UInt64(0))
    while left > 0 {
      run += 1
      left -= await Self.run(atMost: left, number: run, seed: seed)
    }
  }

  /// Runs the program once; returns the number of keys typed.
  private static func run(atMost limit: Int, number: UInt64, seed: UInt64) async -> Int {
    var random = Seeded(state: seed << 32 + number)
    let arguments = commands.randomElement(using: &random) ?? []
    let display = CheckedDisplay(size: size(using: &random))
    let screen = ScreenRun(arguments, environment: ["TICKERS_OPTIONS": "options"]) { world in
      world.openDisplay = { _, _ in display }
      world.files.read = { files[$0].map { Array($0.utf8) } }
      if !arguments.contains("--replay") {
        world.exchanges = exchanges(in: world, using: &random)
      }
    }
    guard await display.draws(moreThan: 0) else {
      Issue.record("no frame of \(arguments): \(screen.errors)")
      return limit
    }
    // Those that are typed together are drawn together.
    var typed: [[[UInt8]]] = []
    var left = min(limit, .random(in: 20...250, using: &random))
    while left > 0, !display.isLeft {
      let draws = display.draws
      switch Int.random(in: 0..<20, using: &random) {
      case 0: display.resize(to: size(using: &random))
      case 1, 2:
        screen.clock.pass(.seconds(.random(in: 0...20, using: &random)))
        continue
      default:
        let count = Int.random(in: 1...3, using: &random)
        typed.append((0..<count).map { _ in key(using: &random) })
        display.type(typed[typed.count - 1])
        left -= count
      }
      _ = await display.draws(moreThan: draws)
    }
    // Esc leaves a prompt, the choice of columns, help, or a screen.
    display.type([[0x1B], Array("q".utf8)])
    let status = await screen.end()
    let keys = typed.map { $0.map { String(decoding: $0, as: UTF8.self) } }
    let place = "run \(number) of seed \(seed): \(arguments), keys \(keys)"
    // Without a requested pair, the program ends with an error.
    #expect(status == 0 || !screen.errors.isEmpty, "\(place)")
    for fault in Set(display.faults) { Issue.record("\(fault) in \(place)") }
    return typed.joined().count
  }

  private static let commands =
    [
      ["list"], ["list", "-e", "one,two", "--trend", "1h"], ["list", "-e", "all", "-n", "5"],
      ["list", "-f", "usd", "-w", "last > 1", "--changes"], ["list", "-e", "three", "--in", "EUR"],
      ["list", "--columns", "symbol,exchange,bid,ask,spread_bp,high,low,name", "-s", "-percent"],
      ["list", "--no-header", "--trend", "7d"], ["list", "--view", "rows", "-e", "two"], ["coins"],
      ["coins", "-e", "all", "--trend", "1d"],
      ["coins", "btc", "nodash", "-e", "all"], ["holdings", "mine.csv"],
      ["holdings", "mine.csv", "--in", "EUR", "--hide-amounts", "--trend", "1h"],
      ["holdings", "mine.csv", "--total", "--in", "USD"], ["symbols", "-i", "5"],
      ["symbols", "-i", "5", "-e", "all"], ["price", "BTC-USD", "eth", "-i", "5", "-o", "table"],
      ["price", "BTC-USD", "two:ETH-USD", "-i", "5", "-c", "symbol,last,percent"],
      ["book", "BTC-USD"], ["book", "BTC-USD", "--chart"], ["book", "BTC-USD", "--orders"],
      ["book", "BTC-USD", "-e", "all", "-d", "20"],
      ["book", "BTC-USD", "-e", "one,two", "--buy", "5"],
      ["book", "BTC-USD", "--group", "0.5", "--sell", "1000USD"], ["history", "BTC-USD"],
      ["history", "BTC-USD", "-n", "7", "-p", "1h"],
      ["history", "BTC-USD", "--from", "90d", "-e", "one"],
    ]
    + [
      ["list"], ["list", "-e", "blockchain,kraken"], ["coins", "-e", "blockchain,bitstamp"],
      ["book", "BTC-USD", "-e", "blockchain,kraken"], ["history", "BTC-USD", "-e", "kraken"],
      ["symbols", "-i", "3"],
    ].map { $0 + ["--replay", Repository.fixtures.path] }

  private static let files = [
    "options": """
    @first = BTC-USD,ETH-*,SOL-USDT
    @odd = 币*,NODASH,A*
    @none = NO-PAIR
    """,
    "mine.csv": """
    symbol,quantity,unit_cost,exchange
    BTC-USD,2,80,one
    BTC-USD,0.00000001,,two
    ETH-USD,-3,99999999999999999999,two
    币安人生-USDT,5,0,one
    USD,10
    BTC,1
    """,
  ]

  private static func exchanges(
    in world: World, using random: inout Seeded
  ) -> [RandomExchange] {
    func exchange(_ id: String, _ periods: [Period], hasOrders: Bool) -> RandomExchange {
      RandomExchange(
        id, seed: random.next(), periods: periods, hasOrders: hasOrders, clock: world.clock,
        date: world.date)
    }
    return [
      exchange("one", [.oneMinute, .oneHour, .oneDay], hasOrders: true),
      exchange("two", Period.allCases, hasOrders: false), exchange("three", [], hasOrders: true),
    ]
  }

  private static func size(using random: inout Seeded) -> TerminalSize {
    switch Int.random(in: 0..<5, using: &random) {
    // Wide enough for chart and book beside the rows.
    case 4:
      TerminalSize(
        columns: .random(in: 158...260, using: &random), rows: .random(in: 28...70, using: &random))
    case 0:
      TerminalSize(
        columns: .random(in: 1...300, using: &random), rows: .random(in: 1...100, using: &random))
    case 1:
      TerminalSize(
        columns: .random(in: 1...30, using: &random), rows: .random(in: 1...12, using: &random))
    default:
      TerminalSize(
        columns: .random(in: 40...140, using: &random), rows: .random(in: 8...40, using: &random))
    }
  }

  /// The bytes of a key, of a paste, or of nothing that a terminal sends; those with a meaning on a screen
  /// come more often than others.
  private static func key(using random: inout Seeded) -> [UInt8] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45:
      let letters = "jjjkkgGrrvv? //ww<<>>sssSccyYhhhaaoo[]+-=$KJ"
      return Array(String(letters.randomElement(using: &random) ?? "j").utf8)
    case 45..<75: return Array((special.randomElement(using: &random) ?? "").utf8)
    case 75..<81: return [.random(in: 0x20...0x7E, using: &random)]
    case 81..<84: return [.random(in: 1..<0x20, using: &random)]
    case 84..<87: return random.bytes(upTo: 8)
    case 87..<91: return Array((wide.randomElement(using: &random) ?? "").utf8)
    case 91..<96: return Array(random.words(of: words, upTo: 6).utf8)
    default:
      let text = random.words(of: words + wide + ["\n", "\t", "\0"], upTo: 60)
      return Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    }
  }

  private static let special =
    ["A", "B", "C", "D", "H", "F", "Z", "5~", "6~", "3~", "1;2A", "1;2B", "1~", "99~", "1;5A"]
    .map { "\u{1B}[\($0)" }
    + ["\u{1B}", "\u{1B}", "\u{1B}", "\r", "\r", "\r", "\t", "\t", "\u{7F}", "\u{15}", "\u{17}"]
  private static let wide = ["é", "e\u{301}", "币", "👩‍👩‍👧", "\u{202E}", "\u{FE0F}", "\u{85}", "🇩🇪"]
  private static let words = [
    "last", " > 0", " and ", " or ", "not ", "(", ")", "symbol", " ~ ", "usd", "\"BTC", "1e400",
    "-",
    "percent", " < -1e127", " == ", "close", "volume", "btc,eth", "*", "?", "@first", "9", ".",
    "''",
  ]
}
