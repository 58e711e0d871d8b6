import Foundation
@testable import MarketCore
import Testing

/// JSON that is read once, with numbers as they are written.
struct JSONReaderTests {
  /// The values of a text, in the order in which they are read, with the names of members.
  private static func values(_ text: String) throws -> [String] {
    var values: [String] = []
    func read(_ reader: inout JSONReader) throws {
      switch try reader.kind() {
      case .object:
        try reader.object { name, reader in
          values.append("\(name):")
          try read(&reader)
        }
      case .array: try reader.array { try read(&$0) }
      case .text: values.append(try reader.text())
      case .number: values.append(try reader.number().text)
      case .flag, .null: try reader.skip()
      }
    }
    try JSONReader.read(Data(text.utf8)) { try read(&$0) }
    return values
  }

  @Test(arguments: [
    (#"{"a":[1.50,-2e-7,"x"],"b":{"c":0.00}}"#, ["a:", "1.50", "-2e-7", "x", "b:", "c:", "0.00"]),
    (" { \"a\" :\t[ ] ,\r\n\"b\" : { } } ", ["a:", "b:"]),
    (#"[true,false,null,"\u00e9\"\\ é 币"]"#, ["é\"\\ é 币"]), ("\"\"", [""]),
    ("[[[]],[[5]]]", ["5"]),
  ])
  func `values are read in their order, numbers as texts`(text: String, values: [String]) throws {
    #expect(try Self.values(text) == values)
  }

  @Test(arguments: [
    "", "{", "[", "[1", "[1,]x", "{\"a\"}", "{\"a\":}", "{a:1}", "[1 2]", "\"a", "\"\\", "\"a\nb\"",
    "nul",
    "[1]]", "{} {}", "]", "[,1]", "\"\\x\"", String(repeating: "[", count: 65),
  ])
  func `an invalid text is an error`(text: String) {
    #expect(throws: (any Error).self) { try Self.values(text) }
  }

  @Test(arguments: [#"\""#, #"\\"#, #"\u0041"#, "é", "\u{7F}", "\u{1F}", "\u{9}", " ", "\""])
  func `a character has the same meaning at each place of a text`(character: String) throws {
    for before in 0...17 {
      for after in 0...9 {
        let content =
          String(repeating: "a", count: before) + character + String(repeating: "1", count: after)
        let text = Data("[\"\(content)\"]".utf8)
        let expected = try? JSONDecoder().decode([String].self, from: text)
        #expect((try? Self.values(String(decoding: text, as: UTF8.self))) == expected, "\(content)")
      }
    }
  }

  @Test func `values that are not read are skipped`() throws {
    let text = #"{"a":{"x":["\"}",1]},"b":5,"c":[[],"]"],"":0,"eb":1,"d":null,"\u0065":"f"}"#
    let found = try JSONReader.read(Data(text.utf8)) { reader in
      var found: [String] = []
      try reader.object { name, reader in
        if case "b" = name { found.append("\(try reader.wholeNumber())") }
        if case "e" = name { found.append(try reader.text()) }
      }
      return found
    }
    #expect(found == ["5", "f"])
  }

  @Test func `a copy of the reader reads the same value again`() throws {
    let members = try JSONReader.read(Data(#"{"b":[1,2],"a":"c"}"#.utf8)) {
      try $0.members("a", "b", "z")
    }
    #expect(members.keys.sorted() == ["a", "b"])
    var (list, sum) = (try #require(members["b"]), Decimal(0))
    try list.array { sum += try $0.number().value }
    #expect(sum == 3)
  }

  @Test(arguments: ["0.10", "\"0.10\"", "-5.51E-6", "12345678901234567890.5"])
  func `a number has its value and its text, plain or quoted`(text: String) throws {
    let number = try JSONReader.read(Data(text.utf8)) { try $0.number() }
    let plain = text.replacing("\"", with: "")
    #expect(number.text == plain)
    #expect(number.value == Decimal(exact: plain))
  }

  @Test(arguments: [
    "\"\"", "\"abc\"", "1.", "--1", "1e", "true", "0x1", "\"1 \"", "01", ".5", "-.5",
  ])
  func `what is no number is an error`(text: String) {
    #expect(throws: (any Error).self) { try JSONReader.read(Data(text.utf8)) { try $0.number() } }
  }

  @Test func `bytes that are no text are an error where they are read`() throws {
    let text = Data([0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D])
    #expect(throws: (any Error).self) {
      try JSONReader.read(text) { try $0.array { _ = try $0.text() } }
    }
    try JSONReader.read(text) { try $0.array { _ in } }
  }

  @Test func `names are compared with all of their first 16 bytes and their length`() throws {
    let text =
      #"{"sixteenLetters_1":1,"sixteenLetters_":2,"sixteenLetters_12":3,"sixteenLetters":4}"#
    let found = try JSONReader.read(Data(text.utf8)) { reader in
      var found: [Int64] = []
      try reader.object { name, reader in
        if case "sixteenLetters_1" = name { found.append(try reader.wholeNumber()) }
      }
      return found
    }
    #expect(found == [1])
  }

  @Test func `whole numbers have 64 bits`() throws {
    func read(_ text: String) throws -> Int64 {
      try JSONReader.read(Data(text.utf8)) { try $0.wholeNumber() }
    }
    #expect(try read("9223372036854775807") == .max)
    #expect(try read("\"-5\"") == -5)
    for text in ["9223372036854775808", "1.0", "\"\"", "[]"] {
      #expect(throws: (any Error).self) { try read(text) }
    }
  }
}
