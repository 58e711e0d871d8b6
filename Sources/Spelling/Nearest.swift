/// Returns the candidates that are most similar to `word`, at most `limit`, in their order. Similar
/// candidates begin with `word` (of two letters or more), or differ in one letter, or in up to a third of
/// the letters of `word` and at most three. Case is ignored.
package func nearest(
  to word: String, in candidates: some Sequence<String>, limit: Int = 3
) -> [String] {
  let letters = Array(word.lowercased().unicodeScalars)
  let allowed = min(3, max(1, letters.count / 3))
  var near: [(candidate: String, distance: Int)] = []
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    // Each missing letter is a change: candidates with too few letters cannot be similar.
    guard letters.count - other.count <= allowed else { continue }
    let distance = editDistance(letters, other)
    if distance <= allowed || (letters.count > 1 && other.starts(with: letters)) {
      near.append((candidate, distance))
    }
  }
  let nearest = near.map(\.distance).min()
  return near.filter { $0.distance == nearest }.prefix(limit).map(\.candidate)
}

/// Counts insertions, deletions, substitutions, and swaps of neighbours (optimal string alignment).
func editDistance<Element: Equatable>(_ lhs: [Element], _ rhs: [Element]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...rhs.count)
  for i in lhs.indices {
    var row = [i + 1]
    for j in rhs.indices {
      let substitution = last[j] + (lhs[i] == rhs[j] ? 0 : 1)
      var best = min(substitution, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, lhs[i] == rhs[j - 1], lhs[i - 1] == rhs[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[rhs.count]
}
