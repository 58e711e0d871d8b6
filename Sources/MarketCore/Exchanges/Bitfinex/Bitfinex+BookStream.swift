import Foundation

extension Bitfinex {
  /// The channel `book`, with prices of 5 significant digits. About every 2.5 s, a checksum of the best 25
  /// levels of both sides is sent. All messages of channels are numbered.
  package func bookStream(depth: Int?) -> BookStreamInfo? {
    let depth = [25, 100, 250].first { $0 >= depth ?? 250 } ?? 250
    return stream.map {
      BookStreamInfo(
        $0, .checksum, depth: depth, makeStream: { BitfinexBookStream($0, depth: depth) }
      ) {
        $0.checksum = { $0.checksumOfBothSides(depth: 25) }
        ($0.stream.reasonAgainst, $0.stream.noticeOfPolls) = (nil, nil)
      }
    }
  }
}

/// The book of one pair.
struct BitfinexBookStream: ExchangeStream {
  /// The flags for numbers (65536) and checksums (131072).
  private static let configuration = #"{"event":"conf","flags":196608}"#

  private let pair: Pair
  private let depth: Int
  /// Reads all messages but those of the book.
  private var others: BitfinexStream
  /// The number of the channel, as soon as it is known.
  private var channel: Int64?
  private var hasBook = false
  /// The number of the last message of a channel.
  private var last: Int64?

  init(_ pair: Pair, depth: Int) {
    (self.pair, self.depth, others) = (pair, depth, BitfinexStream(pairs: [pair]))
  }

  var subscriptions: [String] {
    [Self.configuration]
      + others.names.names.map {
        """
        {"event":"subscribe","channel":"book","symbol":"\($0)","prec":"P0","freq":"F0",\
        "len":"\(depth)"}
        """
      }
  }

  mutating func events(in message: Data) throws -> [StreamEvent] {
    try JSONReader.read(message) { reader in
      if try reader.kind() == .array { return try events(&reader) }
      let members = try reader.members("event", "chanId")
      if var event = members["event"], try event.text() == "subscribed" {
        var number = members["chanId"]
        channel = try number?.wholeNumber()
      }
      return try others.events(in: message)
    }
  }

  /// `[17,[[27412,2,0.5],…],2]` (the first book of a channel), `[17,[27412,1,-0.25],3]`,
  /// `[17,"cs",1330055495,4]` or `[17,"hb",5]`. The last element is the number of the message.
  private mutating func events(_ reader: inout JSONReader) throws -> [StreamEvent] {
    var elements: [JSONReader] = []
    try reader.array { elements.append($0) }
    guard elements.count > 2 else { throw MarketError.malformed("a message without a number") }
    let number = try elements[elements.count - 1].wholeNumber()
    defer { last = number }
    if let last, number != last &+ 1 { return [.gap("\(number) after \(last)")] }
    guard try elements[0].wholeNumber() == channel else { return [] }
    guard try elements[1].kind() == .text else {
      var update = BookUpdate(pair, isWhole: try !hasBook && Self.isList(elements[1]))
      hasBook = hasBook || update.isWhole
      try read(&elements[1], into: &update)
      return [.book(update)]
    }
    guard try elements[1].text() == "cs" else { return [] }
    var update = BookUpdate(pair, isWhole: false)
    update.checksum = UInt32(truncatingIfNeeded: try elements[2].wholeNumber())
    return [.book(update)]
  }

  /// Whether a payload is a list of levels, which can be empty, not a single level.
  private static func isList(_ payload: JSONReader) throws -> Bool {
    var (payload, isList) = (payload, true)
    try payload.array { isList = try $0.kind() == .array }
    return isList
  }

  /// Reads a level, or a list of levels: `[PRICE, COUNT, AMOUNT]`. Asks have an amount below 0. A count of 0
  /// removes the level.
  private func read(_ reader: inout JSONReader, into update: inout BookUpdate) throws {
    var (index, numbers) = (0, [JSONReader.Number]())
    try reader.array { reader in
      if try reader.kind() == .array {
        try read(&reader, into: &update)
      } else if index < 3 {
        numbers.append(try reader.number())
      }
      index += 1
    }
    guard !numbers.isEmpty else { return }
    guard numbers.count == 3, numbers[0].value.isAboveZero, !numbers[2].value.isZero else {
      throw MarketError.malformed("a level without price, count and amount")
    }
    var amount = numbers[2]
    let side = amount.value.isSignMinus ? Side.ask : .bid
    amount.value = numbers[1].value.isZero ? 0 : abs(amount.value)
    update.add(BookLevel(numbers[0], amount, orders: Int64(numbers[1].text)), side)
  }
}
