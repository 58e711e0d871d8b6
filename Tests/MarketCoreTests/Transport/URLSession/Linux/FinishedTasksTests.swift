#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import StubExchange
  import TestTools
  import Testing

  @testable import MarketCore

  /// The tasks of `URLSession`, which Foundation on Linux keeps after certain responses.
  @Suite(.fewAtATime)
  struct FinishedTasksTests {
    @Test(arguments: [
      Reply.answer(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")]),
      .answer(status: 302, headers: [("Location", "file:///x")]),
    ])
    func `no task is left`(reply: Reply) async throws {
      let exchange = try StubExchange(reply)
      let requests = InFlightRequests(bodyLimit: 1000)
      let session = URLSession(
        configuration: .ephemeral, delegate: requests, delegateQueue: requests.delegateQueue)
      _ = await requests.send(URLRequest(url: exchange.url, timeoutInterval: 60), over: session)
      // Unlike `getAllTasks`, this also counts those that are suspended.
      let tasks = { Mirror(reflecting: session).descendant("taskRegistry", "tasks") as? [Int: Any] }
      #expect(tasks() != nil)
      #expect(await until("the end of the task") { tasks()?.isEmpty == true })
    }
  }
#endif
