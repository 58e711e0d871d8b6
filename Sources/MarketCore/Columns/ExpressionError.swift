public import Foundation

/// An error in an expression, with its position.
public struct ExpressionError: LocalizedError, Hashable, CustomStringConvertible, Sendable {
  /// The reason, without a period at the end.
  public let reason: String
  /// The position of the error: the number of characters before it.
  public let offset: Int
  /// Whether a number is malformed. A list of the columns is then no help for the user.
  package let isAboutNumber: Bool

  /// The reason and the position, as in `unexpected '>' (character 11)`.
  public var description: String { "\(reason) (character \(offset + 1))" }
  public var errorDescription: String? { description }

  init(_ reason: String, at offset: Int, isAboutNumber: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isAboutNumber = isAboutNumber
  }

  /// Returns the error about a number in a form that is not accepted, such as `$5`, `5%` or `1,000`.
  static func malformedNumber(_ text: String, at offset: Int) -> ExpressionError {
    let bare = text.filter { !$0.isCurrencySymbol && $0 != "%" }
    let isGrouped = bare.wholeMatch(of: /[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?[kKMB]?/) != nil
    let number = isGrouped ? bare.filter { $0 != "," } : bare
    let isNumber = Decimal(abbreviated: number) != nil
    let hint = isNumber ? number : "digits and a decimal point, as in 1234.5"
    return ExpressionError(
      "invalid number '\(text)'; write \(hint)", at: offset, isAboutNumber: true)
  }
}
