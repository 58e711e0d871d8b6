import Foundation
import Testing

@testable import tickers

/// The environment variables that the program reads.
struct EnvironmentTests {
  @Test func `each variable that the sources name is read`() throws {
    var named = Set<String>()
    for folder in ["tickers", "Terminal"] {
      let place = Repository.root.appending(path: "Sources/\(folder)")
      let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        let source = try String(contentsOf: file, encoding: .utf8)
        let variable =
          /"(TICKERS_[A-Z_]+|XDG_[A-Z_]+|(?:NO_|CLI|LC_|LANG|TERM|TMUX|HOME)[A-Z_]*|\w+_(?:proxy|PROXY))"/
        for match in source.matches(of: variable) { named.insert(String(match.1)) }
      }
    }
    // These two are set, for Foundation.
    #expect(named.subtracting(["XDG_CACHE_HOME", "XDG_DATA_HOME"]) == Set(World.variables))
  }
}
