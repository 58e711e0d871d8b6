import Arguments
import Testing

/// The help: overview, topics and commands.
struct HelpTests {
  @Test func `the overview lists the commands and the common options`() {
    #expect(
      Sample.program.help(for: nil) == """
        Prices in a terminal

        Usage: tickers COMMAND [options]

        Commands:
          list           Every pair
          book           The order book of one pair
          price          The last price
          note           Anything
          help           Show help for a command or a topic

        Common options:
              --url URL  Base URL
          -q, --quiet    No notices
          -v, --verbose  A line a request
          -h, --help     Show this help
              --version  Show the version

        Help for a command or a topic: tickers help COMMAND|TOPIC

        Topics: environment, keys, book, exit-status

        """)
  }

  @Test func `a topic has its paragraphs, rows and parts`() {
    #expect(
      Sample.program.help(on: Sample.topics[1]) == """
        Those of every screen.

          q  Quit

        Nm:
          ↑  Up

        book:
        No keys.

        """)
  }

  @Test func `a command's help shows all that was declared`() {
    #expect(
      Sample.program.help(for: Sample.book) == """
        The order book of one pair

        Usage: tickers book SYMBOL [options]

        Bids stand on the left and asks on the right, each side with its best price
        first, so that the spread is in the middle.

        Amounts are never rounded.

        Levels are sums of orders.

          1  The best level

        Arguments:
          SYMBOL         A pair, in any case

        Options:
          -d, --depth N  Levels a side [default: 10]
              --count N  Stop after N polls
          -1, --once     Poll once [same as --count 1]
              --chart    Draw it
              --a-rather-long-name PLACEHOLDER
                         Something that takes more words to explain than one line of a
                         terminal holds [repeatable]

        Common options:
              --url URL  Base URL
          -q, --quiet    No notices
          -v, --verbose  A line a request
          -h, --help     Show this help
              --version  Show the version

        Fields:
          price     In dollars
          order_id  A number
          a.b       With -x

        Fields of the sum:
          mid       The middle

        Examples:
          # Ten levels, every ten seconds
          tickers book BTC-USD

          # The depth, drawn once
          tickers book ETH-USD -1 --chart

        """)
  }

  @Test func `the overview ends with what a program adds`() {
    let program = Program(
      name: "p", version: "1", about: "S", "Polls until interrupted.", commands: [Sample.price],
      examples: [.init("p A", "One"), .init("p --once B", "Two")]
    ).implying(Sample.price) { _ in false }
    let help = program.help(for: nil)
    #expect(help.hasPrefix("S\n\nUsage: p COMMAND [options]\n       p SYMBOL... [options]\n\n"))
    #expect(
      help.hasSuffix(
        """

        Polls until interrupted.

        Help for a command: p help COMMAND

        Examples:
          p A         One
          p --once B  Two

        """))
  }

  @Test(arguments: [
    (Sample.list, "Usage: tickers list [options]"),
    (Sample.price, "Usage: tickers price SYMBOL... [options]"),
    (Sample.note, "Usage: tickers note [WORD...] [options]"),
  ])
  func `the usage line says how many operands there may be`(command: Command, usage: String) {
    #expect(
      Sample.program.help(for: command).split(separator: "\n").dropFirst().first == Substring(usage)
    )
  }

  @Test func `help explains itself`() throws {
    guard case .help(let command) = try Sample.parse("help help") else {
      Issue.record("not a request for help")
      return
    }
    let help = Sample.program.help(for: command)
    #expect(help.contains("Usage: tickers help [COMMAND|TOPIC] [options]"))
  }

  @Test func `a heading without options is left out`() {
    let help = Sample.program.help(for: Sample.price)
    #expect(help.contains("\nCommon options:\n"))
    #expect(!help.contains("\nOptions:\n"))
    #expect(!help.contains("\nExamples:\n"))
  }

  @Test func `terms reach to column 28 and lines to column 80`() {
    let fitting = String(repeating: "a", count: 20)
    let program = Program(
      name: "p", version: "1", about: "Edges", commands: [],
      commonOptions: [
        Option(fitting, help: "\(String(repeating: "b", count: 45)) fives here"),
        Option(fitting + "a", help: "\(String(repeating: "b", count: 45)) four"),
      ])
    let column = String(repeating: " ", count: 30)
    let expected = """
      Common options:
            --\(fitting)  \(String(repeating: "b", count: 45))
      \(column)fives here
            --\(fitting)a
      \(column)\(String(repeating: "b", count: 45)) four
        -h,
      """
    #expect(program.help(for: nil).contains(expected))
  }

  @Test(arguments: [nil] + Sample.program.commands)
  func `no help line is longer than 80 columns or ends in a space`(command: Command?) {
    for line in Sample.program.help(for: command).split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
  }
}
