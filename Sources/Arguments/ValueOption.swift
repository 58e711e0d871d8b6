/// An option together with the meaning of its value.
package struct ValueOption<Value: Sendable>: Sendable {
  /// The declaration.
  package let option: Option
  /// Reads what was typed; an explicit empty value (`--interval=`) comes as the empty text.
  package let parse: @Sendable (String) throws(InvalidValue) -> Value

  /// Gives an option's value a type.
  package init(
    _ option: Option, parse: @escaping @Sendable (String) throws(InvalidValue) -> Value
  ) {
    self.option = option
    self.parse = parse
  }
}

/// Says what a value should have been.
package struct InvalidValue: Error, Equatable {
  /// Completes "'abc' is not …": "a number of seconds greater than 0".
  package let expected: String

  /// Makes the error from what was expected.
  package init(expected: String) {
    self.expected = expected
  }
}
