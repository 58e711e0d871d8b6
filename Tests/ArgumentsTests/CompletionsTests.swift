import Arguments
import TestTools
import Testing

/// The completion scripts for bash, fish and zsh.
@Suite(.startsPrograms) struct CompletionsTests {
  @Test(arguments: Shell.allCases)
  func `the script is as expected`(shell: Shell) throws {
    try expect(ShellSample.program.completions(for: shell), toBe: "completions.\(shell)")
  }

  static let lines: [(String, [String])] = [
    ("tickers li", ["list"]),
    ("tickers ", ["book", "help", "list", "price"]),
    ("tickers -q pr", ["price"]),
    ("tickers -- pr", ["price"]),
    ("tickers help ", ["book", "list", "price"]),
    ("tickers help list b", []),
    ("tickers --filter book li", ["list"]),
    ("tickers -qf book li", ["list"]),
    ("tickers --fi", ["--filter"]),
    ("tickers list --", longOptionsOfList),
    ("tickers --filter book list --", longOptionsOfList),
    ("tickers book --on", ["--once"]),
    ("tickers book --so", []),
    ("tickers list --sort ", ["last", "percent", "percent:desc", "symbol"]),
    ("tickers list --sort pe", ["percent", "percent:desc"]),
    ("tickers --sort pe", ["percent", "percent:desc"]),
    ("tickers list --sort=pe", ["--sort=percent", "--sort=percent:desc"]),
    ("tickers list --sort=percent:", ["--sort=percent:desc"]),
    ("tickers list -s percent:", ["percent:desc"]),
    ("tickers list -qs la", ["last"]),
    ("tickers list -sla", ["-slast"]),
    ("tickers list -c la", ["last"]),
    ("tickers list -c last,pe", ["last,percent"]),
    ("tickers list --columns=symbol,last,pe", ["--columns=symbol,last,percent"]),
    ("tickers list -c ", ["help", "last", "percent", "symbol"]),
    ("tickers list -c last,", ["last,percent", "last,symbol"]),
    ("tickers list -c symbol,last,", ["symbol,last,percent"]),
    ("tickers list --columns=symbol,last,", ["--columns=symbol,last,percent"]),
    ("tickers list -c percent,pe", []),
    ("tickers list -c he", ["help"]),
    ("tickers list -c last,he", []),
    ("tickers list -c las", ["last"]),
    ("tickers list --filter ", []),
    ("tickers list --match b", ["BTC-EUR", "BTC-USD"]),
    ("tickers list --odd ", ShellSample.oddWords.sorted()),
    ("tickers book --shape l", ["ladder", "line"]),
    ("tickers price --shape l", ["long"]),
    ("tickers book btc", ["BTC-EUR", "BTC-USD"]),
    ("tickers price ETH-USD b", ["BTC-EUR", "BTC-USD"]),
    ("tickers --replay rec", ["recordings"]),
    ("tickers --replay=rec", ["--replay=recordings"]),
  ]

  private static let longOptionsOfList = [
    "--columns", "--filter", "--help", "--match", "--odd", "--quiet", "--replay", "--sort",
    "--version",
  ]

  private func expectOffers(_ lines: [(String, [String])], in shell: Shell) throws {
    let offers = try ShellSession(shell).offers(for: lines.map(\.0))
    #expect(offers.count == lines.count)
    for ((line, words), offered) in zip(lines, offers) { #expect(offered == words, "\(line)") }
  }

  @Test(arguments: Shell.allCases.filter(\.isInstalled))
  func `a shell offers what fits`(shell: Shell) throws {
    try expectOffers(Self.lines, in: shell)
  }

  @Test(.enabled(if: Shell.zsh.isInstalled))
  func `zsh doesn't offer again what counts once`() throws {
    let lines = [
      ("tickers list --quiet --q", []), ("tickers list -q --q", []),
      ("tickers list --filter a --f", ["--filter"]),
    ]
    try expectOffers(lines, in: .zsh)
  }

  @Test(arguments: Shell.allCases.filter(\.isInstalled))
  func `the program is called for its own words only, and its errors don't show`(
    shell: Shell
  ) throws {
    let session = try ShellSession(shell)
    for line in ["tickers ", "tickers book --", "tickers book A ", "tickers list "] {
      _ = try session.offers(for: line)
    }
    #expect(session.call == nil)
    #expect(try session.offers(for: "tickers book e") == ["ETH-USD"])
    #expect(session.call == "symbols --columns symbol\n")
  }

  @Test(
    arguments: Shell.allCases.filter(\.isInstalled),
    [
      ("tickers list --match @", ["@mine", "@moon"]),
      ("tickers list --match=@mi", ["--match=@mine"]),
      ("tickers list -m @mo", ["@moon"]),
    ])
  func `a value that begins with an @ is a word to offer`(
    shell: Shell, example: (line: String, words: [String])
  ) throws {
    let session = try ShellSession(shell, symbols: ["@mine", "@moon"])
    #expect(try session.offers(for: example.line) == example.words)
    #expect(session.call == "list --match @help\n")
  }

  @Test(arguments: Shell.allCases.filter(\.isInstalled))
  func `a name from the network is a word to offer and no command`(shell: Shell) throws {
    let symbols = [
      "B$(touch run)-USD", "B`touch run`-USD", "B;touch run;-USD", "B'$(touch run)'-USD",
      "B\"$(touch run)\"-USD", "B${run::=x}-USD", "B(touch run)-USD", "B|touch run|-USD",
      "B>run", "-B", "--help", "B*-USD", "BTC-USD",
    ]
    let session = try ShellSession(shell, symbols: symbols)
    let offers = try session.offers(for: "tickers book b")
    #expect(offers.contains("BTC-USD"))
    let hasRun = session.has("run")
    #expect(!hasRun)
  }
}
