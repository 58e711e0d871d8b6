/// An option together with the meaning of its value.
package struct ValueOption<Value: Sendable>: Sendable {
  /// The declaration.
  package let option: Option
  /// Reads the typed value; an explicit empty value (`--interval=`) comes as the empty text.
  package let parse: @Sendable (String) throws(InvalidValue) -> Value

  /// Gives an option's value a type.
  ///
  /// - Parameter check: checks a value by itself, where `parse` leaves that to others.
  package init(
    _ option: Option, check: (@Sendable (String) throws(InvalidValue) -> Void)? = nil,
    parse: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    if let check {
      self.option = option.checked(by: check)
    } else {
      self.option = option.checked { text throws(InvalidValue) in _ = try parse(text) }
    }
    self.parse = parse
  }
}

/// The error in a value.
package enum InvalidValue: Error, Equatable {
  /// A description of a valid value, to complete "'abc' is not …": "a number of seconds above 0".
  case expected(String)
  /// A message of its own, to complete "--where: "; further lines stand by themselves.
  case described([String])

  /// The error lines for this value of this option.
  package func lines(about value: String, of option: String) -> [String] {
    switch self {
    case .expected(let expected): ["\(option): '\(value)' is not \(expected)"]
    case .described(let lines): lines.prefix(1).map { "\(option): \($0)" } + lines.dropFirst()
    }
  }
}
