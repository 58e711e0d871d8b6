import Foundation
import MarketCore
import Testing

struct InstrumentCellTests {
  private static let instrument = Instrument(
    pair: Pair(symbol: "BTC-USD"), status: "online", state: .open, tickSize: Decimal("0.5"),
    lotSize: Decimal("0.00000001"), minimumOrder: Decimal("1234.5"), maximumOrder: 0, id: .number(1)
  )

  @Test(
    arguments: [
      (.symbol, Cell(.text("BTC-USD"))), (.status, Cell(.text("online"))),
      (.state, Cell(.text("open"))),
      (.tickSize, Cell(.number(Decimal("0.5")), "$0.50")),
      (.lotSize, Cell(.number(Decimal("0.00000001")), "0.00000001")),
      (.minOrder, Cell(.number(Decimal("1234.5")), "1,234.5")),
      (.maxOrder, Cell(.number(0), "no limit")), (.id, Cell(.number(1))),
    ] as [(InstrumentField, Cell)])
  func `an instrument has all its cells`(field: InstrumentField, cell: Cell) {
    #expect(Self.instrument.cell(of: field, asOf: .now) == cell)
  }

  @Test(
    arguments: [.status, .state, .tickSize, .lotSize, .minOrder, .maxOrder, .id]
      as [InstrumentField])
  func `what the exchange left out is a dash`(field: InstrumentField) {
    let instrument = Instrument(pair: Pair(symbol: "BTC-USD"))
    #expect(instrument.cell(of: field, asOf: .now) == Cell(.unknown, "–"))
  }
}
