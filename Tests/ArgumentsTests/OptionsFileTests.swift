import Testing

@testable import Arguments

/// The lines of an options file.
struct OptionsFileTests {
  private static func file(_ text: String) throws -> OptionsFile {
    try OptionsFile(Array(text.utf8), path: "o", of: Sample.program)
  }

  private static func invocation(_ line: String, _ text: String) throws -> Invocation {
    var invocation = try Sample.invocation(line)
    try invocation.add(file(text))
    return invocation
  }

  @Test(arguments: [
    "--limit 5", "--limit=5", "  --limit\t 5", "\u{FEFF}--limit 5\r\n",
    "# --limit 4\n\n--limit 5\n",
    "[list]\n--limit 5", "[ list ] \r\n--limit 5\r\n", "--limit 4\n[list]\n--limit=5",
    "--limit 5\n[book]\n--depth 3", "[book]\n--depth 3\n[list]\n--limit 5\n[book]\n--chart",
    "[book]\n@a = b\n[list]\n--limit 5",
  ])
  func `a value is taken in every way of writing it`(text: String) throws {
    let invocation = try Self.invocation("list", text)
    #expect(try invocation.values(of: Sample.limit) == [5])
    #expect(!invocation.has(Sample.chart))
  }

  @Test(arguments: [
    ("--filter a b", "a b"), ("--filter=", ""), ("--filter='*'", "'*'"), ("--filter = x", "= x"),
    ("--filter == x ", "== x "), ("--filter= x", " x"), ("--filter # x", "# x"),
    ("--filter --limit", "--limit"), ("--filter=\u{301}", "\u{301}"),
    ("--filter \u{301}", "\u{301}"),
  ])
  func `a value is all to the end of the line`(text: String, value: String) throws {
    #expect(try Self.invocation("list", text).values(of: Sample.filter) == [value])
  }

  @Test func `a shorthand stands for its words`() throws {
    #expect(try Self.invocation("list", "--once").value(of: Sample.count) == 1)
    #expect(try Self.invocation("list --count 3", "--once").value(of: Sample.count) == 3)
    #expect(try Self.invocation("list", "--once\n--count 2").value(of: Sample.count) == 2)
  }

  @Test(arguments: [
    ("list", ["a", "b"]), ("list -f c", ["c"]), ("list -f c -f d", ["c", "d"]),
  ])
  func `values that repeat are replaced by the command line`(line: String, values: [String]) throws
  {
    let text = "--filter a\n[list]\n--filter b"
    #expect(try Self.invocation(line, text).values(of: Sample.filter) == values)
  }

  @Test func `the environment is between the file and the command line`() throws {
    func values(_ line: String) throws -> [String] {
      var invocation = try Sample.invocation(line)
      invocation.add("env", of: "filter", from: "F")
      try invocation.add(Self.file("--filter file"))
      return try invocation.values(of: Sample.filter)
    }
    #expect(try values("list") == ["env"])
    #expect(try values("list -f typed") == ["typed"])
    #expect(try values("price A") == [])
  }

  @Test func `an option of the environment is named as its variable in an error`() throws {
    var given = try Sample.invocation("list")
    given.add("x", of: "limit", from: "LIMIT")
    #expect(throws: UsageError("LIMIT: 'x' is not a whole number greater than 0")) {
      try given.value(of: Sample.limit)
    }
  }

  @Test(arguments: [
    ("--fliter x", "o:1: unknown option --fliter; did you mean --filter?"),
    ("\n\n--limit x\n", "o:3: --limit: 'x' is not a whole number greater than 0"),
    ("--limit", "o:1: --limit requires a value (N)"),
    ("--limit \t", "o:1: --limit requires a value (N)"),
    ("--limit=", "o:1: --limit: '' is not a whole number greater than 0"),
    ("--once 2", "o:1: --once takes no value"),
    ("[book]\n--limit 5", "o:2: book has no option --limit (used by list)"),
    ("[lits]", "o:1: unknown heading [lits]; did you mean [list]?"),
    ("[xyzzy]", "o:1: unknown heading [xyzzy]; headings are [list], [book]"),
    ("[help]", "o:1: unknown heading [help]; headings are [list], [book]"),
    ("[list", "o:1: missing ] at the end of the heading"),
    ("[", "o:1: missing ] at the end of the heading"),
    ("limit 5", "o:1: unknown option 'limit'; did you mean --limit?"),
    ("-n5", "o:1: short options are not allowed here; use --limit"),
    ("--help", "o:1: --help is only allowed on the command line"),
    ("--version", "o:1: --version is only allowed on the command line"),
    ("@a", "o:1: @a requires a value, e.g. @a = A,B"),
    ("@ = x", "o:1: invalid name '@' (only letters, digits, - and _)"),
    ("@a b = x", "o:1: invalid name '@a b' (only letters, digits, - and _)"),
    ("@a=x\n\n@A=y", "o:3: @A is already defined in line 1"),
  ])
  func `a wrong line is named`(text: String, message: String) {
    #expect(throws: UsageError(message)) { try Self.file(text) }
  }

  @Test(arguments: ["--", "--=", "--=x", "x", "=", "- x", "\u{301}", "\u{FEFF}\u{FEFF}", "\u{B}"])
  func `what is nothing at all is an error`(text: String) {
    #expect(throws: UsageError.self) { try Self.file(text) }
  }

  @Test func `bytes that are no text are named`() {
    #expect(throws: UsageError("o:2: invalid UTF-8")) {
      try OptionsFile([0x23, 0x0A, 0xFF, 0x0A], path: "o", of: Sample.program)
    }
  }

  @Test func `lists are kept in their order`() throws {
    let invocation = try Self.invocation("list", "@b-1 = X,Y \n[book]\n@a_ü=Z")
    #expect(invocation.file?.definitions.map(\.name) == ["b-1", "a_ü"])
    #expect(invocation.file?.definitions.map(\.value) == ["X,Y", "Z"])
  }
}
