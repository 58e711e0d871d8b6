import Arguments
import Terminal

/// Words of a command line, with line ends between them; and the same bytes as an options file, and
/// as keys.
func tryWords(_ input: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: input, as: UTF8.self)
  _ = try? program.parse(
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))

  if let file = try? OptionsFile(Array(input), path: "o", of: program),
    case .run(var list)? = try? program.parse(["list"])
  {
    try? list.add(file)
  }

  var (whole, single) = (KeyParser(), KeyParser())
  let keys = whole.take(input) + whole.flush()
  let singly = input.flatMap { single.take([$0]) } + single.flush()
  precondition(keys == singly)

  let shown = text.controlsReplaced
  precondition(shown.unicodeScalars.allSatisfy { !$0.isControl })
  precondition(shown.clipped(to: shown.displayWidth / 2).displayWidth <= shown.displayWidth / 2)
  _ = Line(shown, .up).rendered(Palette(text) { _ in })
}

private let program = Program(
  name: "t", version: "1", about: "",
  commands: [
    Command(
      "list", summary: "",
      options: [
        Option("filter", short: "f", value: "X", help: "", repeats: true),
        Option("once", short: "1", standsFor: ["--count", "1"], help: ""),
        Option("count", short: "n", value: "N", help: ""),
        Option("quiet", short: "q", help: ""),
      ]),
    Command("book", summary: "", operand: Operand("SYMBOL", help: ""), options: []),
  ],
  commonOptions: [])
