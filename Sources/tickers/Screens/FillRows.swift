import MarketCore

/// What a market order would come to, a row a poll.
struct FillRows: Subject {
  var viewModel: OrderBookViewModel
  let layout: Layout<FillField>

  var fetch: @Sendable (MarketClient) async -> Result<Answer<OrderBook>, MarketError> {
    BookQuestion(pair: viewModel.pair, detail: viewModel.query.detail).ask
  }

  var renderer: any Renderer { layout.renderer }

  var frame: Frame {
    Frame(
      freshness: viewModel.freshness,
      columns: layout.columns,
      groups: [
        Frame.Group(name: "fill", rows: [layout.fields.map { viewModel.cell(of: $0) }])
      ])
  }
}
