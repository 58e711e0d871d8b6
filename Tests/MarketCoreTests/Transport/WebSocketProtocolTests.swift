import Foundation
@testable import MarketCore
import RandomInputs
import Testing

/// The frames of WebSocket connections.
struct WebSocketProtocolTests {
  private typealias Event = WebSocketProtocol.Event

  private func frame(_ first: UInt8, _ text: String) -> [UInt8] {
    WebSocketProtocol.frame(first, Array(text.utf8))
  }

  @Test func `messages of any length are received whole`() throws {
    var connection = try WebSocketProtocol.open()
    for count in [0, 1, 125, 126, 65_535, 65_536, 1 << 20] {
      let payload = Array(repeating: UInt8(ascii: "x"), count: count)
      let events = connection.receive(WebSocketProtocol.frame(0x81, payload))
      #expect(events == [.text(Data(payload))], "\(count)")
      let binary = connection.receive(WebSocketProtocol.frame(0x82, payload))
      #expect(binary == [.binary(Data(payload))], "\(count)")
    }
    // Longer forms of lengths than needed are accepted.
    #expect(connection.receive([0x81, 126, 0, 1, 97]) == [.text(Data("a".utf8))])
  }

  @Test func `fragments are joined, with control frames between them`() throws {
    var connection = try WebSocketProtocol.open()
    let bytes =
      frame(0x01, "Gr") + frame(0x89, "p1") + WebSocketProtocol.frame(0x00, [0xC3])
      + frame(0x8A, "unrequested") + frame(0x00, "") + WebSocketProtocol.frame(0x80, [0xB6])
      + frame(0x81, "next")
    #expect(
      connection.receive(bytes) == [
        .alive, .alive, .text(Data("Grö".utf8)), .text(Data("next".utf8)),
      ])
    #expect(try connection.sent() == [[0x8A] + Array("p1".utf8)])
  }

  @Test func `a ping of 125 bytes, the most of a control frame, is answered`() throws {
    var connection = try WebSocketProtocol.open()
    let payload = [UInt8](repeating: 7, count: 125)
    #expect(connection.receive(WebSocketProtocol.frame(0x89, payload)) == [.alive])
    #expect(try connection.sent() == [[0x8A] + payload])
  }

  @Test func `a part of a message shows that the server is alive`() throws {
    var connection = try WebSocketProtocol.open()
    #expect(connection.receive([0x81]) == [.alive])
    #expect(connection.receive([3, 97]) == [.alive])
    #expect(connection.receive([]) == [])
    #expect(connection.receive([97, 97]) == [.text(Data("aaa".utf8))])
  }

  @Test func `each frame has its own mask, and the shortest length`() throws {
    var connection = try WebSocketProtocol.open()
    let texts = [0, 5, 125, 126, 65_535, 65_536].map { String(repeating: "é", count: $0 / 2) }
    for text in texts { connection.send(text: text) }
    connection.send(Data([1, 2]), isText: false)
    let frames = try ClientFrame.parsed(connection.takeOutput())
    #expect(frames.map(\.payload) == texts.map { Array($0.utf8) } + [[1, 2]])
    #expect(frames.map(\.first) == texts.map { _ in 0x81 } + [0x82])
    #expect(Set(frames.map(\.mask)).count == frames.count)
    #expect(connection.takeOutput().isEmpty)
  }

  @Test(
    arguments: [
      ([0xC1], 1002, "reserved bits in a frame"), ([0xA1], 1002, "reserved bits in a frame"),
      ([0x91], 1002, "reserved bits in a frame"), ([0x83], 1002, "reserved opcode 3"),
      ([0x8F], 1002, "reserved opcode 15"), ([0x81, 0x81], 1002, "masked frame from a server"),
      ([0x09], 1002, "fragmented control frame"), ([0x08], 1002, "fragmented control frame"),
      ([0x89, 126], 1002, "control frame over 125 bytes"),
      ([0x88, 127], 1002, "control frame over 125 bytes"),
      ([0x82, 127, 0x80], 1002, "invalid frame length"),
      ([0x80, 0], 1002, "continuation without a message"),
      ([0x01, 0, 0x81, 0], 1002, "message within a message"),
      ([0x01, 0, 0x80, 0, 0x00, 0], 1002, "continuation without a message"),
      ([0x81, 1, 0x80], 1007, "invalid UTF-8"), ([0x81, 9, 0xC0], 1007, "invalid UTF-8"),
      ([0x81, 1, 0xC3], 1007, "invalid UTF-8"), ([0x01, 1, 0xC3, 0x80, 0], 1007, "invalid UTF-8"),
      ([0x01, 1, 0xC3, 0x80, 9, 0x41], 1007, "invalid UTF-8"),
      ([0x82, 126, 0x04, 0x01], 1009, "message over 1024 bytes"),
      ([0x82, 127, 0x7F, 0, 0, 0, 0, 0, 0, 0], 1009, "message over 1024 bytes"),
      ([0x02, 1, 0, 0x80, 126, 0x04, 0], 1009, "message over 1024 bytes"),
      ([0x88, 1, 3], 1002, "close frame of one byte"), ([0x88, 2, 0, 0], 1002, "close code 0"),
      ([0x88, 3, 3, 0xE8, 0xFF], 1007, "invalid UTF-8"),
    ] as [([UInt8], Int, String)])
  func `a violation fails as soon as it is seen`(
    bytes: [UInt8], code: Int, reason: String
  ) throws {
    var connection = try WebSocketProtocol.open(limit: 1024)
    #expect(connection.receive(Array(bytes.dropLast())).allSatisfy { $0 != .failed(reason) })
    var events = connection.receive(bytes.suffix(1))
    #expect(events == [.failed(reason)])
    #expect(try connection.sent() == [[0x88, UInt8(code >> 8), UInt8(code & 0xFF)]])
    #expect(connection.isClosed)

    // Nothing is sent or received any more.
    connection.send(text: "late")
    connection.close(code: 1000)
    events = connection.receive([0x89, 0])
    #expect(events.isEmpty && connection.takeOutput().isEmpty && connection.end() == nil)
  }

  @Test func `a message up to the limit is received, and its limit begins again`() throws {
    var connection = try WebSocketProtocol.open(limit: 4)
    for _ in 0..<2 {
      let events = connection.receive(frame(0x01, "ab") + frame(0x80, "cd"))
      #expect(events == [.text(Data("abcd".utf8))])
    }
  }

  @Test(arguments: [1000, 1003, 1007, 1014, 3000, 4999])
  func `a close frame is answered with its code`(code: Int) throws {
    var connection = try WebSocketProtocol.open()
    let payload = Array(WebSocketProtocol.bigEndian(code).suffix(2) + "the end".utf8)
    let bytes = WebSocketProtocol.frame(0x88, payload) + [0x89, 0]
    #expect(connection.receive(bytes) == [.closed(code: code, reason: "the end")])
    #expect(try connection.sent() == [[0x88] + payload.prefix(2)])
    #expect(connection.isClosed && connection.end() == nil)
  }

  @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65_535])
  func `an invalid close code is a violation`(code: Int) throws {
    var connection = try WebSocketProtocol.open()
    let payload = Array(WebSocketProtocol.bigEndian(code).suffix(2))
    let events = connection.receive(WebSocketProtocol.frame(0x88, payload))
    #expect(events == [.failed("close code \(code)")])
  }

  @Test func `an empty close frame is answered with one`() throws {
    var connection = try WebSocketProtocol.open()
    #expect(connection.receive([0x88, 0]) == [.closed(code: nil, reason: "")])
    #expect(try connection.sent() == [[0x88]])
  }

  @Test func `nothing follows the client's close frame`() throws {
    var connection = try WebSocketProtocol.open()
    connection.close(code: 1000, reason: String(repeating: "é", count: 100))
    connection.close(code: 1001)
    connection.send(text: "late")
    // Whatever the server has sent before is received, but not answered.
    #expect(connection.receive([0x89, 0, 0x81, 1, 97]) == [.alive, .text(Data("a".utf8))])
    #expect(!connection.isClosed)
    #expect(connection.receive([0x88, 2, 3, 0xE8]) == [.closed(code: 1000, reason: "")])
    #expect(connection.isClosed)
    let reason = String(repeating: "é", count: 61)
    #expect(try connection.sent() == [[0x88, 3, 0xE8] + Array(reason.utf8)])
  }

  @Test func `a violation after the client's close frame sends nothing`() throws {
    var connection = try WebSocketProtocol.open()
    connection.close(code: 1000)
    _ = connection.takeOutput()
    #expect(connection.receive([0x83]) == [.failed("reserved opcode 3")])
    #expect(connection.takeOutput().isEmpty)
  }

  @Test func `an end without a close frame is an event, except after the client's`() throws {
    var (requested, _) = try WebSocketProtocol.requested()
    #expect(requested.end() == .closed(code: 1006, reason: ""))
    var connection = try WebSocketProtocol.open()
    #expect(connection.end() == .closed(code: 1006, reason: ""))
    #expect(connection.isClosed && connection.end() == nil)
    var closing = try WebSocketProtocol.open()
    closing.close(code: 1000)
    #expect(closing.end() == nil && closing.isClosed)
  }
}
