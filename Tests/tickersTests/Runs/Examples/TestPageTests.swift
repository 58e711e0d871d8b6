import Foundation
import Testing

/// The names of files, suites and filters in `Tests/README.md`.
struct TestPageTests {
  @Test func `the page of tests names suites, folders and scripts that there are`() throws {
    let folder = Repository.root.appending(path: "Tests")
    let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let names = Set(paths.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for match in text.matches(of: /`([A-Za-z\/]+Tests)`/) {
      #expect(names.contains(String(match.1.split(separator: "/").last ?? "")), "\(match.1)")
    }
    for match in text.matches(of: /`Tests\/([A-Za-z]+(\/run)?)/) {
      #expect(paths.contains(String(match.1)), "\(match.1)")
    }
    for match in text.matches(of: /`((tickersTests|MarketCoreTests)\/[A-Za-z\/]+)`/) {
      guard !match.1.hasSuffix("NAME") else { continue }
      #expect(paths.contains(String(match.1)), "\(match.1)")
    }
    for match in text.matches(of: /`Cases\/([a-z]+)/) {
      #expect(paths.contains { $0.hasPrefix("tickersTests/Cases/\(match.1)") }, "\(match.1)")
    }
    let filters = text.matches(of: /(?m)\| `([^`]+)` \|$/)
    #expect(filters.count > 20)
    for name in filters.flatMap({ $0.1.replacing("\\|", with: "|").split(separator: "|") }) {
      #expect(names.contains { $0.hasSuffix("Tests") && $0.contains(name) }, "\(name)")
    }
  }
}
