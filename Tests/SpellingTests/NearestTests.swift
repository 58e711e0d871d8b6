@testable import Spelling
import Testing

/// The word that is nearest to a misspelled word.
struct NearestTests {
  @Test(arguments: [
    ("BTC-USDD", ["ETH-USD", "BTC-USD", "BTC-USDT", "XLM-BTC"], ["BTC-USD", "BTC-USDT"]),
    ("intervall", ["interval", "once", "count"], ["interval"]),
    ("fliter", ["format", "filter", "limit"], ["filter"]), ("lst", ["list", "book"], ["list"]),
    ("LIST", ["list", "last"], ["list"]), ("bock", ["Book", "list"], ["Book"]),
  ])
  func `what is spelled alike is near, in any case`(
    word: String, candidates: [String], near: [String]
  ) {
    #expect(nearest(to: word, in: candidates) == near)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a long word takes no long time`() {
    let word = String(repeating: "A", count: 100_000)
    #expect(nearest(to: word, in: (0..<1_000).map { "AAA-\($0)" }).isEmpty)
  }

  @Test(arguments: [
    ("XRP-EUR", ["BTC-USD", "ETH-USDT"]), ("zzz", ["list", "book"]), ("filter", []), ("ab", ["xy"]),
    ("abcdefghijklmno", ["abcdefghijk"]), ("", ["list", "book"]),
  ])
  func `nothing is near what is spelled otherwise`(word: String, candidates: [String]) {
    #expect(nearest(to: word, in: candidates).isEmpty)
  }

  @Test(arguments: [
    ("ab", "xb", true), ("ab", "xy", false), ("abcde", "abcxe", true), ("abcde", "abxye", false),
    ("abcdef", "abcxyf", true), ("abcdef", "abxyzf", false), ("abcdefghi", "abcxyzghi", true),
    ("abcdefghi", "abwxyzghi", false), ("abcdefghijkl", "abcdwxyzijkl", false),
  ])
  func `a third of the letters may change, and three at most`(
    word: String, candidate: String, isNear: Bool
  ) {
    #expect(nearest(to: word, in: [candidate]) == (isNear ? [candidate] : []))
  }

  @Test func `only the nearest are named`() {
    #expect(nearest(to: "column", in: ["colour", "columns", "colon"]) == ["columns"])
    #expect(nearest(to: "list", in: ["last", "list", "lost"]) == ["list"])
  }

  @Test func `those that are as near keep their order, up to the limit`() {
    let candidates = ["cat", "bat", "rat", "hat"]
    #expect(nearest(to: "mat", in: candidates) == ["cat", "bat", "rat"])
    #expect(nearest(to: "mat", in: candidates, limit: 1) == ["cat"])
    #expect(
      nearest(to: "mat", in: candidates.reversed(), limit: 9) == ["hat", "rat", "bat", "cat"])
  }

  @Test func `what begins with the word is near, however long it is`() {
    #expect(nearest(to: "co", in: ["list", "completions"]) == ["completions"])
    #expect(nearest(to: "CO", in: ["Completions"]) == ["Completions"])
    #expect(nearest(to: "co", in: ["completions", "columns"]) == ["columns"])
    #expect(nearest(to: "c", in: ["completions"]).isEmpty)
    #expect(nearest(to: "ns", in: ["columns"]).isEmpty)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abxc", 1),
    ("abc", "ac", 1), ("abc", "axc", 1), ("abcd", "abdc", 1), ("abcd", "badc", 2),
    ("ca", "abc", 3), ("kitten", "sitting", 3), ("abc", "xyz", 3), ("aab", "aba", 1),
  ])
  func `a swap of neighbours counts once, like a letter more, less or another`(
    source: String, target: String, distance: Int
  ) {
    #expect(editDistance(Array(source), Array(target)) == distance)
    #expect(editDistance(Array(target), Array(source)) == distance)
  }
}
