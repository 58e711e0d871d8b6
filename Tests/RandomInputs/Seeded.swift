/// Random numbers (SplitMix64) that are the same in every run.
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Any bytes, as many as the bound at most.
  package mutating func bytes(upTo bound: Int) -> [UInt8] {
    (0..<Int.random(in: 0...bound, using: &self)).map { _ in .random(in: 0...255, using: &self) }
  }

  /// Some of these, one after the other.
  package mutating func words(of parts: [String], upTo bound: Int) -> String {
    (0..<Int.random(in: 0...bound, using: &self)).map { _ in
      parts.randomElement(using: &self) ?? ""
    }.joined()
  }

  /// These bytes with a few of them changed, left out, doubled or swapped for a part.
  package mutating func mutation(of bytes: [UInt8], parts: [String]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &self)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &self))
      switch Int.random(in: 0..<5, using: &self) {
      case 0: bytes[place] = .random(in: 0...255, using: &self)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.removeSubrange(place...)
      default:
        bytes.replaceSubrange(place..<end, with: (parts.randomElement(using: &self) ?? "").utf8)
      }
    }
    return bytes
  }
}
