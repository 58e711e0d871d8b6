/// The values of a field of one row, as far as its windows need them. Times are in microseconds.
///
/// Values are added in the order of their times. Equal values after one another are one point. Each window
/// notes its first point and what it computes from its points, so that a value costs the same in any window.
struct ValueSeries {
  struct Point {
    /// The arrival of the value.
    let time: Int64
    /// The last arrival of the same value.
    var confirmed: Int64
    let value: IntegerDecimal
  }

  /// The windows of a field that are recorded since the same time. They are all coarse, or none of them is.
  struct Plan {
    let field: Int
    let windows: [FieldWindow]
    let since: Int64

    var isCoarse: Bool { windows[0].isCoarse }
  }

  /// The state of a window.
  private struct Span {
    /// The number of the first point after the beginning of the window.
    var next = 0
    /// The sum of value × time from this point to the last one.
    var integral = IntegerDecimal.zero
    /// The values that are an extreme of the window now, or will be when earlier ones have left it.
    var extremes = NumberedQueue<(time: Int64, value: IntegerDecimal)>()
  }

  let plan: Plan
  private var points = NumberedQueue<Point>()
  private var spans: [Span]
  /// The time since which all values are known.
  private var since: Int64
  /// The arrival of the row, at which the windows end.
  private var now: Int64

  private let longest: Int64
  private let shortest: Int64

  init(_ plan: Plan) {
    (self.plan, since, now) = (plan, plan.since, plan.since)
    spans = plan.windows.map { _ in Span() }
    longest = plan.windows.map(\.length).max() ?? 0
    shortest = plan.windows.map(\.length).min() ?? 0
  }
}

// MARK: - Recording

extension ValueSeries {
  /// Records that the row has arrived at this time, not before the last one. `value` is `nil` if it is unknown.
  mutating func arrive(_ value: IntegerDecimal?, at time: Int64) {
    if time == now, let value, let last = points.last, last.confirmed == now,
      last.value.equals(value)
    {
      // The same arrival is often tested again.
      return
    }
    now = time
    if let value { add(value) }
    for index in spans.indices { advance(index) }
    removeOldPoints()
  }

  private mutating func add(_ value: IntegerDecimal) {
    for index in spans.indices { addExtreme(value, index) }
    guard let last = points.last else {
      return points.append(Point(time: now, confirmed: now, value: value))
    }
    // Between two arrivals that are further apart, the value is unknown to a window.
    if last.value.equals(value), now - last.confirmed <= shortest {
      points[points.end - 1].confirmed = now
      return
    }
    if plan.isCoarse, second(of: last.time) == second(of: now) {
      points.removeLast()
      if let earlier = points.last { addToIntegrals(earlier, since: last.time) }
    } else {
      addToIntegrals(last, since: last.time)
    }
    points.append(Point(time: now, confirmed: now, value: value))
  }

  /// Adds the last point, which was the last value until now, to the windows in which it is.
  private mutating func addToIntegrals(_ point: Point, since time: Int64) {
    for index in spans.indices
    where plan.windows[index].function == .avg && spans[index].next < points.end {
      spans[index].integral = spans[index].integral.adding(point.value.times(now - time))
    }
  }

  private mutating func addExtreme(_ value: IntegerDecimal, _ index: Int) {
    let function = plan.windows[index].function
    guard function == .min || function == .max else { return }
    while let last = spans[index].extremes.last, !value.isWorse(than: last.value, for: function) {
      spans[index].extremes.removeLast()
    }
    // In a coarse window, a better value of the same second stays as long as this one.
    if plan.isCoarse, let last = spans[index].extremes.last,
      second(of: last.time) == second(of: now)
    {
      return
    }
    spans[index].extremes.append((now, value))
  }

  /// Moves the beginning of a window to its place for ``now``.
  private mutating func advance(_ index: Int) {
    let start = start(of: plan.windows[index])
    while spans[index].next < points.end, points[spans[index].next].time <= start {
      let next = spans[index].next
      if plan.windows[index].function == .avg, next + 1 < points.end {
        let part = points[next].value.times(points[next + 1].time - points[next].time)
        spans[index].integral = spans[index].integral.adding(part.negated)
      }
      spans[index].next += 1
    }
    while let first = spans[index].extremes.first, first.time < start {
      spans[index].extremes.removeFirst()
    }
  }

  /// Keeps the value that held when the longest window began.
  private mutating func removeOldPoints() {
    let oldest = start(ofLength: longest)
    while points.start + 1 < points.end, points[points.start + 1].time <= oldest {
      points.removeFirst()
      since = max(since, points[points.start].time)
    }
  }

  /// Removes what has arrived after `time`, to which a replay has gone back.
  mutating func goBack(to time: Int64) {
    let known = points
    (points, spans) = (NumberedQueue(), plan.windows.map { _ in Span() })
    for number in known.start..<known.end where known[number].time <= time {
      let point = known[number]
      arrive(point.value, at: point.time)
      now = min(point.confirmed, time)
      points[points.end - 1].confirmed = now
      for index in spans.indices { addExtreme(point.value, index) }
    }
    if points.isEmpty { since = time }
    arrive(nil, at: time)
  }
}

// MARK: - Values

extension ValueSeries {
  /// The value of a window at the last arrival of the row; `nil` if it is unknown.
  func value(of window: FieldWindow) -> IntegerDecimal? {
    guard let index = plan.windows.firstIndex(of: window), now - window.length >= since else {
      return nil
    }
    let (span, first) = (spans[index], held(spans[index], window))
    switch window.function {
    case .ago: return lastOfFirstSecond(span, window) ?? first?.value
    case .avg: return average(span, first, window)
    case .min, .max:
      guard let extreme = span.extremes.first?.value, let first else {
        return span.extremes.first?.value ?? first?.value
      }
      return extreme.isWorse(than: first.value, for: window.function) ? first.value : extreme
    }
  }

  /// The point whose value held when a window began; `nil` if none did.
  private func held(_ span: Span, _ window: FieldWindow) -> Point? {
    guard span.next > points.start else { return nil }
    let point = points[span.next - 1]
    return start(of: window) - point.confirmed <= window.length ? point : nil
  }

  /// The last value of the second in which a coarse window begins; `nil` if none arrived in it.
  private func lastOfFirstSecond(_ span: Span, _ window: FieldWindow) -> IntegerDecimal? {
    guard plan.isCoarse, span.next < points.end,
      second(of: points[span.next].time) == second(of: now - window.length)
    else { return nil }
    return points[span.next].value
  }

  private func average(_ span: Span, _ held: Point?, _ window: FieldWindow) -> IntegerDecimal? {
    var (sum, time) = (IntegerDecimal.zero, Int64(0))
    if let held {
      let end = span.next < points.end ? points[span.next].time : now
      time = min(end, held.confirmed + window.length) - start(of: window)
      if time > 0 { sum = held.value.times(time) }
    }
    guard span.next < points.end, let last = points.last else {
      return time > 0 ? held?.value : nil
    }
    let inside = now - points[span.next].time
    // Without a quotient, which can have 38 digits, a constant value is its own mean.
    if time == 0, span.next == points.end - 1 { return inside > 0 ? last.value : nil }
    sum = sum.adding(span.integral).adding(last.value.times(now - last.time))
    return sum.divided(by: IntegerDecimal(time + inside))
  }

  private func start(of window: FieldWindow) -> Int64 { start(ofLength: window.length) }

  /// The beginning of a window, of a coarse one with the whole second.
  private func start(ofLength length: Int64) -> Int64 {
    plan.isCoarse ? second(of: now - length) * FieldWindow.second : now - length
  }

  private func second(of time: Int64) -> Int64 {
    let (quotient, rest) = time.quotientAndRemainder(dividingBy: FieldWindow.second)
    return rest < 0 ? quotient - 1 : quotient
  }
}

extension IntegerDecimal {
  fileprivate init(_ integer: Int64) {
    self.init(isNegative: integer < 0, mantissa: UInt128(integer.magnitude), exponent: 0)
  }

  fileprivate func times(_ integer: Int64) -> IntegerDecimal {
    multiplied(by: IntegerDecimal(integer))
  }

  /// Whether this is above a minimum, or below a maximum.
  fileprivate func isWorse(
    than rhs: IntegerDecimal, for function: FieldWindow.Function
  ) -> Bool {
    function == .min ? rhs.isBelow(self) : isBelow(rhs)
  }
}
