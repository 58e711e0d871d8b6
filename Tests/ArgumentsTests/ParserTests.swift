import Arguments
import Testing

/// The parser of a command line.
struct ParserTests {
  @Test(arguments: [
    "list --limit=5", "list --limit 5", "list -n5", "list -n 5", "list -n=5", "list -qn5",
    "list -1n 5", "--limit 5 list", "-n5 list", "--url x -n 5 list", "list -n 3 -n 5",
  ])
  func `a value is taken in every way of writing it`(line: String) throws {
    #expect(try Sample.invocation(line).value(of: Sample.limit) == 5)
  }

  @Test(arguments: [
    ("--filter=", ""), ("-f=", ""), ("--filter=a=b", "a=b"), ("-f=a=b", "a=b"), ("-f==", "="),
    ("--filter -", "-"), ("--filter --", "--"), ("--filter --once", "--once"), ("-f -1", "-1"),
    ("--filter --help", "--help"), ("-fq1", "q1"), ("--filter=-x", "-x"),
    ("--filter=\u{301}", "\u{301}"), ("-f\u{301}", "\u{301}"), ("-f=\u{301}", "\u{301}"),
  ])
  func `a value may look like anything`(words: String, value: String) throws {
    let invocation = try Sample.invocation("list \(words)")
    #expect(try invocation.values(of: Sample.filter) == [value])
    #expect(!invocation.has(Sample.quiet))
    #expect(!invocation.has(Sample.once))
  }

  @Test func `an empty word is a value and an operand`() throws {
    guard case .run(let invocation) = try Sample.program.parse(["note", "", "--url", ""]) else {
      Issue.record("not an invocation")
      return
    }
    #expect(invocation.operands == [""])
    #expect(try invocation.value(of: Sample.url) == "")
  }

  @Test(arguments: ["list -qv", "list -q -v", "list --quiet --verbose", "-qv list", "-q list -v"])
  func `flags may be grouped and may stand before the command`(line: String) throws {
    let invocation = try Sample.invocation(line)
    #expect(invocation.has(Sample.quiet))
    #expect(invocation.has(Sample.verbose))
  }

  @Test(arguments: [
    ("list --once", 1), ("list -1", 1), ("list --once --count 5", 5), ("list --count 5 -1", 1),
    ("list -1 --count=5", 5), ("-1 list", 1), ("--count 5 list -q1", 1), ("list -1n5", 1),
  ])
  func `a shorthand stands for its words, and the last one wins`(line: String, count: Int) throws {
    let invocation = try Sample.invocation(line)
    #expect(try invocation.values(of: Sample.count) == [count])
    #expect(invocation.operands.isEmpty)
  }

  @Test(arguments: [
    "price --quiet A B", "price A --quiet B", "price A B -q", "--quiet price A B",
    "price -q -- A B", "price A --quiet -- B", "-q -- price A B",
  ])
  func `options stand before, between and after operands`(line: String) throws {
    let invocation = try Sample.invocation(line)
    #expect(invocation.operands == ["A", "B"])
    #expect(invocation.has(Sample.quiet))
  }

  @Test func `everything after two dashes is an operand`() throws {
    let invocation = try Sample.invocation("note -- --quiet -q --help -- -")
    #expect(invocation.operands == ["--quiet", "-q", "--help", "--", "-"])
    #expect(!invocation.has(Sample.quiet))
  }

  @Test func `a single dash is an operand`() throws {
    #expect(try Sample.invocation("price - A").operands == ["-", "A"])
  }

  @Test(arguments: [
    ("book A", 1), ("price A", 1), ("price A B C", 3), ("note", 0), ("note A B", 2),
  ])
  func `a command gets the operands it takes`(line: String, count: Int) throws {
    #expect(try Sample.invocation(line).operands.count == count)
  }

  @Test(arguments: [
    ("", "help overview"), ("--", "help overview"), ("help", "help overview"),
    ("--help", "help overview"), ("-h", "help overview"), ("-qh", "help overview"),
    ("help list", "help list"), ("help list --help", "help list"), ("help -h keys", "topic keys"),
    ("help help -h", "help help"), ("help keys", "topic keys"),
    ("help exit-status", "topic exit-status"), ("help book", "help book"),
    ("help help", "help help"), ("help --help", "help help"),
    ("list --help", "help list"), ("list -h", "help list"), ("list -qh", "help list"),
    ("--help list", "help list"), ("-h list", "help list"), ("book --help", "help book"),
    ("--version", "version"), ("list --version", "version"), ("--version list", "version"),
    ("help --version", "version"), ("list", "run list"),
  ])
  func `help and version are asked for in every usual way`(line: String, outline: String) throws {
    #expect(try Sample.parse(line).outline == outline)
  }

  @Test(arguments: [
    ("list --fliter x --help", "help list"), ("list extra --help", "help list"),
    ("list --depth 3 -h", "help list"), ("--depth 3 list -h", "help list"),
    ("list --limit abc -h", "help list"), ("list --once=3 --help", "help list"),
    ("list --help --filter", "help list"), ("list --bogus --version", "version"),
  ])
  func `help and version are heard among wrong words`(line: String, outline: String) throws {
    #expect(try Sample.parse(line).outline == outline)
  }
}
