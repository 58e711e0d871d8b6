import Arguments
import MarketCore
import Terminal

/// `tickers manual`: the man page, as mdoc.
enum ManualCommand {
  static let declaration = Command(
    "manual", summary: "Print the man page",
    examples: [.init("tickers manual | man -l -", "Read it")])

  @Sendable static func prepare(
    _ invocation: Invocation, in world: World
  ) throws(UsageError) -> Run {
    try invocation.checkCommonOptions()
    return {
      let page = Tickers.program.manual(
        date: "November 21, 2026", description: description, sections: sections,
        seeAlso: ["curl", "jq"])
      return world.write(page) ?? .success
    }
  }

  private static let description = [
    "Prices are shown with exactly the digits that the exchange sent. Data of an "
      + "earlier poll is never shown as new.",
    "Without a command the commands are listed.",
  ]

  private static func keys(_ hints: [KeyHint]) -> [(String, String)] {
    hints.map { ($0.key, $0.meaning) }
  }

  private static let sections = [
    ManualSection(
      "EXPRESSIONS",
      [
        "--where and --until take expressions: decimals, + - * /, the comparisons == != < <= > >=, "
          + "~ (contains, in any case), and or &&, or or ||, not or ! (which takes the whole "
          + "comparison that follows), parentheses, abs(percent) and known(percent).",
        "A bare word that is no field is text; text may be quoted, and is equal in any case. A "
          + "comparison with an unknown value is false.",
      ]),
    ManualSection(
      "OPTIONS FILE",
      [
        "$XDG_CONFIG_HOME/tickers/options (~/.config/tickers/options) has options that always hold, "
          + "one a line, with their long names: --name value or --name=value. Everything to the end "
          + "of the line is the value; a shell's quotes are part of it. A line that begins with # "
          + "is a comment.",
        "Lines before the first heading hold for each command that has the option. Lines below a "
          + "heading, as in [list], hold for that command. An --interval or --until before the "
          + "first heading lets price, symbols and history poll as well.",
        "@NAME = BTC-USD,ETH-* on any line defines a watchlist of whole symbols and patterns: "
          + "--filter @NAME keeps these, and --filter @help lists the watchlists.",
        "The command line comes before the environment, the environment before the file. --filter "
          + "and --where of the command line replace those of the file. A line that cannot be "
          + "combined with a given option is passed over, and so is, before the first heading, a "
          + "value that a command does not accept but another one does. Any other wrong line is an "
          + "error. --verbose names the file and the lines that were passed over.",
        "help, manual, completions and --version don't read the file.",
      ]),
    ManualSection(
      "HOLDINGS",
      [
        "$XDG_CONFIG_HOME/tickers/holdings.csv (~/.config/tickers/holdings.csv) is the file that "
          + "holdings reads when none is named. Its first line names the columns: symbol and "
          + "quantity, and perhaps unit_cost (the price paid for one) and exchange, in any order; "
          + "others are passed over, and so are lines that begin with #. Columns are separated by "
          + "commas, decimals have a point, and fields may be quoted.",
        "Lines of the same pair and exchange are lots of one holding. A quantity below 0 is owed. A "
          + "currency in place of a pair, as EUR, is cash. A wrong line is an error with its number.",
        "gain_percent is measured by the magnitude of the cost, so that a gain on what is owed is "
          + "above 0. The value of a holding without a price is unknown, and its total counts it as "
          + "unpriced; cost and gain of a total are known when those of all its holdings are.",
      ]),
    ManualSection(
      "KEYS",
      [
        "On a terminal, list, book, history and holdings are screens; the keys of holdings are those "
          + "of list. These keys are those of every screen."
      ],
      rows: keys(KeyHint.common),
      parts: [
        ManualSection(ListCommand.declaration.name, rows: keys(ListScreen<Ticker>.hints)),
        ManualSection(BookCommand.declaration.name, rows: keys(BookScreen.hints + [.back])),
        ManualSection(
          HistoryCommand.declaration.name, rows: keys(HistoryScreen.hints + [.back])),
      ]),
    ManualSection(
      "ENVIRONMENT",
      rows: [
        ("TICKERS_EXCHANGE", "The exchange, when neither --exchange nor a symbol names one"),
        (
          "TICKERS_URL",
          "The base URL of an exchange, when --url does not name one: [NAME=]URL, several "
            + "separated by spaces. Without NAME it is that of \(Exchanges.standard.id)"
        ),
        (
          "TICKERS_OPTIONS",
          "The options file, in place of the one below the home directory; set to nothing, none is "
            + "read"
        ),
        (
          "TICKERS_HOLDINGS",
          "The file of holdings, when none is named, in place of the one below the home directory"
        ),
        (
          "XDG_CONFIG_HOME",
          "The directory of tickers/options and tickers/holdings.csv, in place of ~/.config"
        ),
        ("NO_COLOR", "When it is not empty, there are no colours"),
        ("CLICOLOR_FORCE", "When it is neither empty nor 0, there are colours in pipes, too"),
        (
          "TICKERS_COLORS",
          "Looks in the manner of GREP_COLORS, as in up=34:down=33:changed=1; the names are "
            + Palette.names.joined(separator: ", ")
        ),
        (
          "TERM",
          "On a terminal called dumb, or when it is empty or unset, text is appended without "
            + "colours"
        ),
        (
          "LC_ALL, LC_CTYPE, LANG",
          "The locale is the first of these that is not empty. On a terminal whose locale is not "
            + "UTF-8, output is ASCII"
        ),
      ]),
    ManualSection(
      "EXIT STATUS",
      ["With --count it is that of the last poll."],
      rows: ExitStatus.meanings.map { meaning in
        (meaning.statuses.map { "\($0.rawValue)" }.joined(separator: ", "), meaning.text)
      }),
  ]
}
