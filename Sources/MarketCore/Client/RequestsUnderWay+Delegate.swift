import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The callbacks of URLSession, on its own queue.
extension RequestsUnderWay {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    pacing.noteActivity()
    // Foundation's new request has lost a scheme that it does not know.
    let location = response.value(forHTTPHeaderField: "Location").flatMap(URL.init(string:))
    let (from, to) = (response.url?.scheme, location?.scheme?.lowercased() ?? request.url?.scheme)
    if to == "https" || to == "http" && from == "http" {
      completionHandler(request.withLowercaseScheme)
    } else if let underWay = self.request(of: task) {
      abandon(underWay, .untrusted("redirect from \(from ?? "") to \(to ?? "") refused"))
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    pacing.noteActivity()
    guard let underWay = request(of: dataTask) else { return }
    guard let response = response as? HTTPURLResponse else {
      return abandon(underWay, .malformed("not HTTP"))
    }
    let encoding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    if !Self.encodings.contains(encoding.lowercased()) {
      abandon(underWay, .malformed("unsupported compression: \(encoding)"))
    } else if response.expectedContentLength > bodyLimit {
      abandon(underWay, .tooLarge(limit: bodyLimit))
    } else {
      underWay.response = response
      completionHandler(.allow)
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pacing.noteActivity()
    guard let underWay = request(of: dataTask) else { return }
    if !underWay.append(data, limit: bodyLimit) {
      abandon(underWay, .tooLarge(limit: bodyLimit))
    }
  }

  /// An authentication challenge, which follows the complete response of status 401.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    pacing.noteActivity()
    guard let underWay = request(of: task) else { return }
    complete(task, result(of: underWay, task, nil))
    // Foundation would keep the task for an answer to this. Its transfer is over, so nothing is left
    // of what makes `cancel()` dangerous.
    commands.async { task.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    pacing.noteActivity()
    guard let underWay = request(of: task) else { return }
    complete(task, result(of: underWay, task, error))
  }

  private func result(
    of underWay: RequestUnderWay, _ task: URLSessionTask, _ error: (any Error)?
  ) -> Result<Transport.Response, MarketError> {
    if let error {
      let host = task.currentRequest?.url?.host()
      return .failure(
        MarketError(error, host: host, deadline: underWay.seconds, proxy: proxy))
    }
    guard let response = underWay.response ?? task.response as? HTTPURLResponse else {
      return .failure(.unreachable("no response (connection closed)"))
    }
    return .success(
      Transport.Response(
        status: response.statusCode, headers: response.headersInLowerCase, body: underWay.body))
  }
}

extension URLRequest {
  /// The same request with a URL like `http://…` for `HTTP://…`, which Foundation on Linux does not
  /// know.
  var withLowercaseScheme: URLRequest {
    guard let url, let scheme = url.scheme, scheme != scheme.lowercased() else { return self }
    var request = self
    request.url = URL(string: scheme.lowercased() + url.absoluteString.dropFirst(scheme.count))
    return request
  }
}

extension HTTPURLResponse {
  fileprivate var headersInLowerCase: [String: String] {
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in allHeaderFields {
      headers[name.lowercased()] = value
    }
    return headers
  }
}
