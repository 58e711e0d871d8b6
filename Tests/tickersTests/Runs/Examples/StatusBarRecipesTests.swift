import Foundation
import StubExchange
import TestTools
import Testing

/// The recipes of the article on status bars, push messages and spreadsheets, as the bars run them: with
/// an exchange on the loopback interface that answers, then fails, or fails from the start.
@Suite(.startsPrograms, .enabled(if: Tool(name: "jq").isInstalled))
struct StatusBarRecipesTests {
  /// The blocks of the article with their languages, by heading.
  private static let blocks: [String: [String: String]] = {
    let path = "Sources/tickers/Documentation/StatusBars.md"
    let page = try? String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    return (page ?? "").split(separator: "\n## ").reduce(into: [:]) { sections, section in
      let title = String(section.prefix { $0 != "\n" })
      for match in section.matches(of: /```(\w+)\n((?s:.*?))```/) {
        sections[title, default: [:]][String(match.1)] = String(match.2)
      }
    }
  }()

  private static func block(_ title: String, _ language: String) throws -> String {
    try #require(blocks[title]?[language], "\(title)")
  }

  /// The value of `name` in a file of settings.
  private static func value(_ name: String, in text: String) throws -> String {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name) }, "\(name)")
    return line.drop { $0 != "=" }.dropFirst().trimmingCharacters(in: .whitespaces)
  }

  private static func waybar() throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(try block("Waybar", "json").utf8))
    return try #require((json as? [String: Any])?["custom/btc"] as? [String: Any])
  }

  private static let ticker =
    #"{"symbol":"BTC-USD","price_24h":25000,"volume_24h":54.7,"last_trade_price":26211.35}"#
  private static let other =
    #"{"symbol":"ETH-USD","price_24h":2000,"volume_24h":5,"last_trade_price":1900.5}"#

  /// An exchange that answers the first poll if `answers` is true, and fails at all others.
  private static func exchange(answers: Bool) throws -> StubExchange {
    let isFirst = Observed<Set<String>>(answers ? ["BTC-USD", "ETH-USD", ""] : [])
    return try StubExchange { request in
      let pair = String(request.path.firstMatch(of: /tickers\/(.*)/)?.1 ?? "")
      guard isFirst.change({ $0.remove(pair) }) != nil else { return .answer(status: 503) }
      return .json(
        pair.isEmpty ? "[\(ticker),\(other)]" : pair == "BTC-USD" ? ticker : other)
    }
  }

  /// Runs commands with the program, whose polls end after two, and come fast.
  private static func run(
    _ commands: String, in folder: TemporaryFolder, at exchange: StubExchange
  ) throws -> [String] {
    let fast = commands.replacing(/-i \w+/, with: "-i 0.05")
    try folder.write("[price]\n--count \(fast == commands ? 1 : 2)\n", to: "options")
    let (output, _) = try Tool(name: "sh").run(
      ["-c", fast], in: folder.url,
      environment: [
        "TICKERS_OPTIONS": "\(folder.path)/options", "TICKERS_URL": exchange.url.absoluteString,
        "PATH": "", "LC_ALL": "C.UTF-8",
      ])
    return output.split(separator: "\n").map(String.init)
  }

  /// A folder with a link to the program: its programs go before others.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "tickers"), withDestinationURL: Program.url)
    try folder.write("", to: ".cache/tickers")
    return folder
  }

  private static func lines(_ commands: String, answers: Bool = true) throws -> [String] {
    try run(commands, in: folder(), at: exchange(answers: answers))
  }

  @Test func `Waybar shows the prices, then the last ones as stale`() throws {
    let module = try Self.waybar()
    #expect(module["return-type"] as? String == "json" && module["restart-interval"] != nil)
    let command = try #require(module["exec"] as? String)
    let modules = try Self.lines(command).map { try StatusBarTests.Module($0) }
    #expect(
      modules.map(\.text) == Array(repeating: "BTC-USD $26,211.35  ETH-USD $1,900.50", count: 2))
    #expect(modules.map(\.class) == ["up", "stale"])
    let lost = try Self.lines(command, answers: false).map { try StatusBarTests.Module($0) }
    #expect(lost.map(\.text) == ["–", "–"] && lost.map(\.class) == ["stale", "stale"])
    // The style sheet knows each class that has looks of its own.
    for name in ["up", "down", "stale"] {
      #expect(try Self.block("Waybar", "css").contains("#custom-btc.\(name) {"))
    }
  }

  @Test func `Polybar shows the price in the colour of its direction`() throws {
    let module = try Self.block("Polybar", "conf")
    #expect(try Self.value("type", in: module) == "custom/script")
    #expect(try Self.value("tail", in: module) == "true")
    let command = try Self.value("exec", in: module)
    #expect(
      try Self.lines(command) == [
        "%{F#7fbf7f}BTC-USD $26,211.35%{F-}", "%{F#808080}BTC-USD $26,211.35 (stale)%{F-}",
      ])
    let lost = "%{F#808080}– (stale)%{F-}"
    #expect(try Self.lines(command, answers: false) == [lost, lost])
  }

  @Test func `i3blocks shows the price, or a shorter text`() throws {
    struct Block: Decodable, Equatable {
      let full_text, short_text, color: String
    }
    let block = try Self.block("i3blocks", "conf")
    #expect(try Self.value("interval", in: block) == "persist")
    #expect(try Self.value("format", in: block) == "json")
    let command = try Self.value("command", in: block)
    func blocks(answers: Bool) throws -> [Block] {
      try Self.lines(command, answers: answers).map {
        try JSONDecoder().decode(Block.self, from: Data($0.utf8))
      }
    }
    #expect(
      try blocks(answers: true) == [
        Block(full_text: "BTC-USD $26,211.35", short_text: "$26,211.35", color: "#7fbf7f"),
        Block(full_text: "BTC-USD $26,211.35 (stale)", short_text: "$26,211.35", color: "#808080"),
      ])
    #expect(
      try blocks(answers: false).last
        == Block(full_text: "– (stale)", short_text: "–", color: "#808080"))
  }

  @Test(.enabled(if: Tool(name: "tmux").isInstalled))
  func `tmux shows the price, and how old it is after a failure`() throws {
    let folder = try Self.folder()
    let exchange = try Self.exchange(answers: true)
    let settings = try Self.block("tmux", "conf").replacing(/-i \w+/, with: "-i 0.5")
      .replacing(/status-interval \d+/, with: "status-interval 1")
    try folder.write(settings, to: "tmux.conf")
    let name = folder.url.lastPathComponent
    // The terminal in which tmux runs is another tmux, whose screen is read. Both end before the script:
    // their servers keep a descriptor by which Foundation notices the end of a process.
    let script = """
      tmux -L outer-\(name) -f /dev/null new-session -d -x 120 -y 8 \
        'env -u TMUX tmux -L inner-\(name) -f tmux.conf new-session sh'
      for try in $(seq 300); do
        screen=$(tmux -L outer-\(name) capture-pane -p)
        case $screen in *stale*) break ;; esac
        sleep 0.2
      done
      tmux -L inner-\(name) kill-server
      tmux -L outer-\(name) kill-server
      echo "$screen"
      """
    let screen = try Tool(name: "sh").run(
      ["-c", script], in: folder.url,
      environment: [
        "TICKERS_OPTIONS": "", "TICKERS_URL": exchange.url.absoluteString, "TERM": "xterm",
        "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
      ]
    ).output
    #expect(screen.contains(/BTC-USD \$26,211\.35 \+4\.85% stale \d+ s/), "\(screen)")
  }

  @Test func `a plugin of xbar keeps the last rows`() throws {
    let plugin = try Self.block("xbar and SwiftBar", "sh")
    let (folder, exchange) = (try Self.folder(), try Self.exchange(answers: true))
    let fresh = [
      "BTC-USD $26,211.35 +4.85%", "---", "BTC-USD $26,211.35 +4.85% | color=green",
      "ETH-USD $1,900.50 -4.98% | color=red",
    ]
    #expect(try Self.run(plugin, in: folder, at: exchange) == fresh)
    let reason = "tickers: HTTP 503 Service Unavailable | color=gray"
    #expect(
      try Self.run(plugin, in: folder, at: exchange)
        == ["BTC-USD $26,211.35 +4.85% (stale)"] + fresh.dropFirst() + [reason])
    #expect(try Self.lines(plugin, answers: false) == ["BTC-USD – (stale)", "---", reason])
  }

  @Test func `a prompt of Starship reads a file`() throws {
    let (folder, exchange) = (try Self.folder(), try Self.exchange(answers: true))
    #expect(try Self.run(Self.block("Starship", "sh"), in: folder, at: exchange).isEmpty)
    let module = try Self.block("Starship", "toml")
    // Strings of TOML have the escapes of JSON.
    func string(_ name: String) throws -> String {
      try JSONDecoder().decode(String.self, from: Data(Self.value(name, in: module).utf8))
    }
    func prompt() throws -> [String] {
      let (when, command) = (try string("when"), try string("command"))
      return try Self.run("(\(when)) && (\(command))", in: folder, at: exchange)
    }
    let text = try #require(try prompt().first)
    #expect(text.wholeMatch(of: /BTC-USD \$26,211\.35 \+4\.85% stale \d+ s/) != nil)
    _ = try Tool(name: "touch").run(["-t", "202001010000", ".cache/tickers"], in: folder.url)
    #expect(try prompt() == [text, "(old)"])
    try folder.write("", to: ".cache/tickers")
    #expect(try prompt().isEmpty)
  }

  @Test(.enabled(if: Tool(name: "curl").isInstalled))
  func `a push message has a title and a text`() throws {
    let server = try StubExchange(.json("{}"))
    let topic = try #require(URL(string: "/my-topic", relativeTo: server.url)).absoluteString
    let commands = try Self.block("Push messages", "bash")
      .replacing("https://ntfy.sh/TOPIC", with: topic)
      .replacing("tickers alerts", with: "tickers alerts --replay \(Repository.fixtures.path) -n 1")
      .replacing("percent < -5 ", with: "percent < -1 ")
    let folder = try Self.folder()
    _ = try Self.run(commands, in: folder, at: server)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST" && request.path == "/my-topic")
    #expect(request.headers["title"] == "dip: ETH-USD")
    #expect(String(decoding: request.body, as: UTF8.self) == "1843.85 USD, -1.01%")
  }

  @Test func `a file of closes is kept up to date`() throws {
    let day = 86_400
    let today = Int(Date.now.timeIntervalSince1970) / day * day
    let server = try StubExchange { _ in
      let rows = (-100...0).map { index in
        #"[\#(today + index * day),"1","1","1","\#(1000 + index).5","1","1",1]"#
      }
      return .json(
        #"{"error":[],"result":{"XXBTZUSD":[\#(rows.joined(separator: ","))],"last":1}}"#)
    }
    let folder = try Self.folder()
    let line = try #require(try Self.block("Spreadsheets", "sh").split(separator: "\n\n").first)
    let commands = "TICKERS_URL=kraken=$TICKERS_URL; \(line)"
    func closes() throws -> [Substring] {
      _ = try Self.run(commands, in: folder, at: server)
      return String(decoding: try folder.data(of: "closes.csv"), as: UTF8.self)
        .split(separator: "\n")
    }
    let first = try closes()
    try #require(first.count > 80)
    #expect(first[0] == "time,close")
    let yesterday = Date(timeIntervalSince1970: Double(today - day))
    #expect(first.last == "\(yesterday.formatted(.iso8601.year().month().day())),999.5")
    #expect(try closes() == first)
    // Three days without a run.
    try folder.write(first.dropLast(3).map { "\($0)\n" }.joined(), to: "closes.csv")
    #expect(try closes() == first)
  }
}
