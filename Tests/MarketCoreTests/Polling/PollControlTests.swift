import MarketCore
import TestTools
import Testing

/// A pause of polling, and a poll that the user requests.
@Suite(.timeLimit(.minutes(20)))
struct PollControlTests {
  private let poller = ControlledPoller()
  private var clock: HandClock { poller.clock }

  @Test func `a pause holds the next poll, and what comes after it is at once if its beat is over`()
    async
  {
    #expect(await poller.sleeps(until: .seconds(10)))
    poller.control.isPaused = true
    #expect(await poller.isHeldUp())
    clock.pass(.seconds(25))
    #expect(await poller.isHeldUp())
    #expect(poller.starts == [.zero])

    poller.control.isPaused = false
    #expect(await poller.sleeps(until: .seconds(30)))
    #expect(poller.starts == [.zero, .seconds(25)])
    clock.pass(.seconds(5))
    #expect(await poller.sleeps(until: .seconds(40)))
    #expect(poller.starts == [.zero, .seconds(25), .seconds(30)])
  }

  @Test func `a pause that is over before the beat changes nothing`() async {
    #expect(await poller.sleeps(until: .seconds(10)))
    clock.pass(.seconds(3))
    poller.control.isPaused = true
    #expect(await poller.isHeldUp())
    clock.pass(.seconds(2))
    poller.control.isPaused = false
    #expect(await poller.sleeps(until: .seconds(10)))
    #expect(poller.starts == [.zero])
    clock.pass(.seconds(5))
    #expect(await poller.sleeps(until: .seconds(20)))
    #expect(poller.starts == [.zero, .seconds(10)])
  }

  @Test func `a poll that is under way goes on through a pause`() async {
    #expect(await poller.sleeps(until: .seconds(10)))
    poller.isHeld = true
    clock.pass(.seconds(10))
    #expect(await poller.begins(2))
    poller.control.isPaused = true
    clock.pass(.seconds(4))
    poller.isHeld = false
    #expect(await poller.isHeldUp())
    #expect(poller.reports == [.zero, .seconds(14)])
  }

  @Test func `a poll that is asked for comes at once, and the beat stays`() async {
    #expect(await poller.sleeps(until: .seconds(10)))
    clock.pass(.seconds(3))
    poller.control.pollNow()
    #expect(await poller.reports(2))
    #expect(await poller.sleeps(until: .seconds(10)))
    clock.pass(.seconds(7))
    #expect(await poller.sleeps(until: .seconds(20)))
    #expect(poller.starts == [.zero, .seconds(3), .seconds(10)])
  }

  @Test func `in a pause one poll comes of each that is asked for`() async {
    #expect(await poller.sleeps(until: .seconds(10)))
    poller.control.isPaused = true
    #expect(await poller.isHeldUp())
    clock.pass(.seconds(12))
    for count in 2...3 {
      poller.control.pollNow()
      #expect(await poller.reports(count))
      #expect(await poller.isHeldUp())
    }
    #expect(poller.control.isPaused)
    clock.pass(.seconds(60))
    #expect(await poller.isHeldUp())
    #expect(poller.starts == [.zero, .seconds(12), .seconds(12)])
  }

  @Test func `nothing comes of one that is asked for while a poll is under way`() async {
    #expect(await poller.sleeps(until: .seconds(10)))
    poller.isHeld = true
    clock.pass(.seconds(10))
    #expect(await poller.begins(2))
    poller.control.pollNow()
    poller.isHeld = false
    #expect(await poller.sleeps(until: .seconds(20)))
    #expect(poller.starts == [.zero, .seconds(10)])
  }

  @Test(arguments: [false, true]) func `cancelling ends it, also in a pause`(isPaused: Bool) async {
    #expect(await poller.sleeps(until: .seconds(10)))
    poller.control.isPaused = isPaused
    if isPaused { #expect(await poller.isHeldUp()) }
    poller.cancel()
    #expect(await poller.ends())
    #expect(poller.starts == [.zero])
    poller.control.pollNow()
    poller.control.isPaused = false
    #expect(clock.sleepers == [])
  }

  @Test func `the try after a failure is held up and hurried like any other`() async {
    let poller = ControlledPoller(failures: 3)
    #expect(await poller.sleeps(until: .seconds(1)))
    poller.control.isPaused = true
    #expect(await poller.isHeldUp())
    poller.clock.pass(.seconds(5))
    #expect(await poller.isHeldUp())
    poller.control.isPaused = false
    #expect(await poller.sleeps(until: .seconds(7)))
    #expect(poller.starts == [.zero, .seconds(5)])
    poller.control.pollNow()
    #expect(await poller.sleeps(until: .seconds(9)))
    #expect(poller.starts == [.zero, .seconds(5), .seconds(5)])
  }

  @Test func `a pause is told, and again is no other`() async {
    #expect(!poller.control.isPaused)
    #expect(await poller.sleeps(until: .seconds(10)))
    for isPaused in [true, true, false, false] {
      poller.control.isPaused = isPaused
      #expect(poller.control.isPaused == isPaused)
    }
    #expect(await poller.sleeps(until: .seconds(10)))
    #expect(poller.starts == [.zero])
  }
}
