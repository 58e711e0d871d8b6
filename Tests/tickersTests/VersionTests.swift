import Testing

struct VersionTests {
  @Test func `the version names the commit, where the build knew it`() async {
    let outcome = await TestWorld(commit: "689167b+").run(["--version"])
    #expect(outcome.output.hasSuffix(" (689167b+)\n"))
  }
}
