/// A queue whose elements keep their numbers while earlier elements are removed.
struct NumberedQueue<Element> {
  private var elements: [Element] = []
  /// The number of `elements[0]`.
  private var base = 0
  /// The number of the first element. Those before it are removed, and soon deleted.
  private(set) var start = 0

  /// The number of the next element that is appended.
  var end: Int { base + elements.count }
  var isEmpty: Bool { start == end }
  var first: Element? { isEmpty ? nil : self[start] }
  var last: Element? { isEmpty ? nil : self[end - 1] }

  subscript(number: Int) -> Element {
    get { elements[number - base] }
    set { elements[number - base] = newValue }
  }

  mutating func append(_ element: Element) { elements.append(element) }
  mutating func removeLast() { elements.removeLast() }

  mutating func removeFirst() {
    start += 1
    // Deletes half of the elements at once, so that each is moved only once on average.
    guard (start - base) * 2 > elements.count else { return }
    elements.removeFirst(start - base)
    base = start
  }
}
