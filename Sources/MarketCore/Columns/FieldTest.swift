/// A condition on the values of fields. A field is a column, identified by its index.
struct FieldTest: Sendable {
  /// Returns the result for the values of a row. A comparison with an unknown value has the result
  /// `ofUnknown`. If `ofUnknown` is `nil`, each result that depends on an unknown value is `nil`, too
  /// (Kleene's three-valued logic).
  typealias Truth = @Sendable (_ values: FieldValues, _ ofUnknown: Bool?) -> Bool?

  let inputs: FieldInputs
  let truth: Truth

  init(_ inputs: FieldInputs, _ truth: @escaping Truth) {
    (self.inputs, self.truth) = (inputs, truth)
  }
}

/// The values of a row by the index of the field. A number is in `numbers`, any other value in `texts`,
/// and an unknown value, or a value that is not needed, in neither.
struct FieldValues: Equatable {
  var numbers: [IntegerDecimal?]
  /// The texts of machine formats, in lower case.
  var texts: [String?]
  /// The known values of windows.
  var windows: [FieldWindow: IntegerDecimal] = [:]

  func isKnown(_ field: Int) -> Bool { numbers[field] != nil || texts[field] != nil }
}
