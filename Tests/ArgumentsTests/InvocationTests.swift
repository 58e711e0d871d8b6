import Arguments
import Testing

/// The values of options and operands in an invocation.
struct InvocationTests {
  @Test func `an option that repeats keeps all its values in order`() throws {
    let invocation = try Sample.invocation("-f a list --filter b -fc")
    #expect(try invocation.values(of: Sample.filter) == ["a", "b", "c"])
    #expect(try invocation.value(of: Sample.filter) == "c")
  }

  @Test func `an option that doesn't repeat keeps its last value and never reads the others`()
    throws
  {
    let invocation = try Sample.invocation("-n wrong list -n 2 -n 3")
    #expect(try invocation.values(of: Sample.limit) == [3])
  }

  @Test func `what was not typed or not declared is absent`() throws {
    let invocation = try Sample.invocation("list -q")
    #expect(try invocation.value(of: Sample.limit) == nil)
    #expect(try invocation.value(of: Sample.depth) == nil)
    #expect(try invocation.values(of: Sample.filter).isEmpty)
    #expect(!invocation.has(Sample.verbose))
    #expect(!invocation.has(Sample.chart))
  }

  @Test func `the command comes along`() throws {
    #expect(try Sample.invocation("book A --chart").command.name == "book")
    #expect(try Sample.invocation("book A --chart").has(Sample.chart))
  }
}
