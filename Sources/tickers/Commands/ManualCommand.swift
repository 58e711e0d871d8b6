import Arguments
import MarketCore
import Terminal

enum ManualCommand {
  static let declaration = Command(
    "manual", summary: "Print the man page",
    examples: [.init("tickers manual > tickers.1 && man ./tickers.1", "Read the manual")])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    {
      world.print(
        Tickers.program.manual(
          date: "November 21, 2026",
          description: [
            "Prices have exactly the digits that the exchange sent. Data of an earlier poll is never "
              + "shown as current.",
            "Without arguments the commands are listed. A first argument that is not a command is a "
              + "SYMBOL of price; an unknown one that resembles a command is an error.",
          ], sections: sections, seeAlso: ["curl", "jq"]))
    }
  }

  private static let listHints = ListScreen<ListViewModel<Ticker>>.hints

  private static func keys(_ hints: [KeyHint]) -> [(String, String)] {
    hints.map { ($0.key, $0.meaning) }
  }

  private static let sections = [
    Section(
      "EXPRESSIONS",
      [
        "--where, --until and --alert take expressions: decimals, + - * /, the comparisons == != < <= > >=, "
          + "~ (contains, ignoring case), and or &&, or or ||, ! or not (applies to the whole "
          + "comparison that follows), parentheses, abs(percent) and known(percent).",
        "A bare word that is not a field is text; text may be quoted, and case is ignored. A "
          + "comparison with an unknown value is false; in an alert it is unknown, and changes nothing.",
      ]),
    Section(
      "OPTIONS FILE",
      [
        "$XDG_CONFIG_HOME/tickers/options (~/.config/tickers/options) has default options, one per "
          + "line, with their long names: --name value or --name=value. The value is the rest of the "
          + "line, without shell quoting. A line that begins with # is a comment.",
        "Lines before the first heading apply to each command that has the option. Lines below a "
          + "heading, such as [list], apply to that command. An --interval or --until before the "
          + "first heading makes price, symbols and history poll as well.",
        "@NAME = BTC-USD,ETH-* on any line defines a watchlist of whole symbols and patterns: "
          + "--filter @NAME keeps these, and --filter @help lists the watchlists.",
        "!NAME = EXPR defines an alert, as --alert 'NAME: EXPR'.",
        "The command line overrides the environment, which overrides the file. --filter and --where "
          + "of the command line replace those of the file; --alert adds to them. A line that cannot be combined with a "
          + "given option is ignored. Before the first heading, a value that the command does not "
          + "accept is ignored if another command accepts it. Any other invalid line is an error. "
          + "--verbose names the file and the ignored lines.",
        "help, manual, completions and --version do not read the file.",
      ]),
    Section(
      "HOLDINGS",
      [
        "$XDG_CONFIG_HOME/tickers/holdings.csv (~/.config/tickers/holdings.csv) is the default file "
          + "of holdings. Its first line names the columns, in any order: symbol and quantity, and "
          + "optionally unit_cost (the price paid per unit), exchange and date (2026-11-20). Other "
          + "columns and lines that begin with # are ignored. Columns are separated by commas; use a "
          + "decimal point. Fields may be quoted.",
        "Lines of the same pair and exchange are lots of one holding. A lot with a date counts from "
          + "00:00 UTC of that day. A negative quantity is a short "
          + "position. A currency instead of a pair, such as EUR, is cash; a coin, such as BTC, "
          + "is priced in the currency of --in, and without --in counts as cash. An invalid line is "
          + "reported with its line number.",
        "gain_percent is relative to the magnitude of the cost: a gain on a short position is "
          + "positive. The value of a holding without a price is unknown, and its total counts it as "
          + "unpriced. Cost and gain cover only holdings with known cost and value.",
      ]),
    Section(
      "KEYS",
      [
        "On a terminal, list, coins, book, history and holdings are screens in table format; so are "
          + "symbols with --interval or --count, and price with --columns or --format table and one "
          + "of --interval, --count or --until. coins, holdings, price and symbols have the keys of "
          + "list; on coins Enter lists the pairs of a coin. Nothing is saved: filter, condition and "
          + "choice of columns show the line for the options file. Copies go to the clipboard of the "
          + "terminal (OSC 52); tmux needs \"set -g set-clipboard on\". All screens have these keys."
      ],
      rows: keys(KeyHint.common),
      parts: [
        Section(ListCommand.declaration.name, rows: keys(listHints + [.reset])),
        Section(
          HoldingsCommand.declaration.name,
          rows: keys(
            ListScreen<PortfolioViewModel<HoldingRow>>.hints.filter { hint in
              !listHints.contains { $0.key == hint.key }
            })),
        Section(BookCommand.declaration.name, rows: keys(BookScreen.hints + [.back])),
        Section(
          HistoryCommand.declaration.name, rows: keys(HistoryScreen.hints + [.reset, .back])),
        Section("choice of columns", rows: keys(ColumnChooser.hints)),
      ]),
    Section("ENVIRONMENT", rows: environment.map { ($0, $1) }),
    Section(
      "EXIT STATUS",
      ["With --count the status is that of the last poll."],
      rows: ExitStatus.meanings.map { ($0.status, $0.text) }),
  ]

  private static let environment: KeyValuePairs = [
    "TICKERS_EXCHANGE": "Default of --exchange",
    "TICKERS_URL":
      "API base URL of an exchange, if --url does not name one: [NAME=]URL, several separated by "
      + "spaces. Without NAME it applies to \(Exchanges.standard.id)",
    "TICKERS_OPTIONS":
      "Options file instead of the one below the home directory; if empty, none is read",
    "TICKERS_HOLDINGS": "Default file of holdings instead of the one below the home directory",
    "XDG_CONFIG_HOME": "Directory of tickers/options and tickers/holdings.csv instead of ~/.config",
    "NO_COLOR": "If not empty, disables colours",
    "CLICOLOR_FORCE":
      "If neither empty nor 0, enables colours in pipes as well; NO_COLOR overrides it",
    "TICKERS_COLORS":
      "Colours, in the format of GREP_COLORS: up=34:down=33:changed=1; the names are "
      + Palette.names.joined(separator: ", "),
    "TICKERS_NOTIFY":
      "How firings of alerts notify a terminal: none, or any of bell, osc9 and osc777, separated by commas "
      + "(default: all). With TERM=linux only the bell is used",
    "TERM": "If dumb, empty or unset, output is plain text, appended without colours",
    "TMUX":
      "If not empty, copied text and notifications are passed through tmux to the terminal outside",
    "LC_ALL, LC_CTYPE, LANG":
      "Locale: the first of these that is not empty. On a terminal whose locale is not UTF-8, "
      + "output is ASCII",
  ]
}
