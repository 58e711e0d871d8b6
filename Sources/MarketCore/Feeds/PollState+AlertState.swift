extension PollState {
  /// Opens the file of `--alert-state`, if there is one, and arms the alerts accordingly.
  package mutating func openAlertState() -> AlertStateFile.Failure? {
    guard let file = feed.watch.stateFile else { return nil }
    do throws(AlertStateFile.Failure) {
      monitor = AlertMonitor(feed.watch.alerts, as: try file.open())
      return nil
    } catch {
      return error
    }
  }

  /// Saves which alerts are armed, if this has changed; in a live run, at most once a second and at the end.
  /// Call it when the firings are printed and their commands have begun: a crash before repeats them.
  package mutating func saveAlertState(isEnd: Bool = false) -> AlertStateFile.Failure? {
    guard let file = feed.watch.stateFile, monitor.changes != saved.changes else { return nil }
    let now = feed.market.clock.now()
    if pace.isLive, !isEnd, let last = saved.time, now - last < .seconds(1) { return nil }
    do throws(AlertStateFile.Failure) {
      try file.save(monitor.states)
      saved = (monitor.changes, now)
      return nil
    } catch {
      return error
    }
  }
}
