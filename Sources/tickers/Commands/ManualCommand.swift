import Arguments
import MarketCore
import Terminal

/// `tickers manual`: the man page, as mdoc.
enum ManualCommand {
  static let declaration = Command(
    "manual", summary: "Print the man page",
    examples: [.init("tickers manual | man -l -", "Read it")])

  @Sendable static func run(
    _ invocation: Invocation, in world: World
  ) async throws(UsageError) -> ExitStatus {
    let page = Tickers.program.manual(
      date: "November 21, 2026", description: description, sections: sections,
      seeAlso: ["curl", "jq"])
    return world.write(page) ?? .success
  }

  private static let description = [
    "Prices are shown with exactly the digits that the exchange sent. What is older than the "
      + "last poll is never shown as new.",
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
      "KEYS",
      ["On a terminal list and book are a screen that these keys move."],
      rows: keys(ListScreen<Ticker>.keys) + keys(BookScreen.keys + [.back] + KeyHint.common)),
    ManualSection(
      "ENVIRONMENT",
      rows: [
        ("TICKERS_URL", "The base URL, when --url is not given"),
        ("NO_COLOR", "When it is not empty, there are no colours"),
        ("CLICOLOR_FORCE", "When it is neither empty nor 0, there are colours in pipes, too"),
        (
          "TICKERS_COLORS",
          "Looks in the manner of GREP_COLORS, as in up=34:down=33:changed=1; the names are "
            + Palette.names.joined(separator: ", ")
        ),
        ("TERM", "On a terminal called dumb, text is appended"),
      ]),
    ManualSection(
      "EXIT STATUS",
      ["With --count it is that of the last poll."],
      rows: [
        ("0", "Done; also when --until was met, or the reader of a pipe has gone"),
        ("1", "The polls ended and --until was not met"),
        ("64", "A wrong option, value, expression or command"),
        ("65", "The exchange's answer could not be understood"),
        ("66", "No such pair; --replay has no such recording"),
        ("69", "No usable answer: no connection, time-out, a status other than 2xx"),
        ("70", "A bug"),
        ("71", "The system lets too few files be open"),
        ("73", "--record: the directory can't be made, or is not empty"),
        ("74", "The output, or the recording, can't be written"),
        ("75", "Told to slow down (429)"),
      ]),
  ]
}
