import MarketCore
import Testing

struct InstrumentTests {
  @Test(arguments: [
    ("close", true), ("closed", true), ("open", false), ("halt-freeze", false), ("new", false),
  ])
  func `a pair is closed by either of two words`(word: String, isClosed: Bool) {
    #expect(Instrument.Status(rawValue: word).isClosed == isClosed)
  }
}
