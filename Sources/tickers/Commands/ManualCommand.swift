import Arguments

enum ManualCommand {
  static let declaration = Command(
    "manual", summary: "Print the man page",
    examples: [.init("tickers manual > tickers.1 && man ./tickers.1", "Read the manual")])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    {
      world.print(
        Tickers.program.manual(
          date: "November 29, 2026",
          description: [
            "Prices have exactly the digits that the exchange sent. Data of an earlier poll is never "
              + "shown as current.",
            "Without arguments the commands are listed. A first argument that is not a command is a "
              + "SYMBOL of price; an unknown one that resembles a command is an error.",
          ], seeAlso: ["curl", "jq"]))
    }
  }
}
