import Foundation
import Synchronization
import TestTools
import Testing

/// The program itself, as a process.
struct Program {
  /// What came out of the process, piece by piece, read by a thread of its own.
  final class Output: Sendable {
    private let pieces = Mutex<[(at: ContinuousClock.Instant, bytes: Data)]>([])
    private let isStopped = Atomic(false)
    private let isReading = Atomic(false)

    var bytes: Data { pieces.withLock { $0.reduce(into: Data()) { $0 += $1.bytes } } }
    /// A piece may end within a character.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// When the first piece with this text arrived.
    func arrival(of text: String) -> ContinuousClock.Instant? {
      pieces.withLock { $0.first { $0.bytes.firstRange(of: Data(text.utf8)) != nil }?.at }
    }

    /// Whether all of it has arrived.
    var hasEnded: Bool { !isReading.load(ordering: .acquiring) }

    /// Reads until the other end is closed, or until ``stop()``.
    ///
    /// - Parameter closes: whether the handle is closed then. Foundation would keep it open, and can
    ///   crash where there are more than a thousand.
    func collect(from handle: FileHandle, closes: Bool = false) {
      isStopped.store(false, ordering: .releasing)
      isReading.store(true, ordering: .releasing)
      Thread.detachNewThread { [self] in
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var watched = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while !isStopped.load(ordering: .acquiring) {
          // A stop is noticed between two waits.
          guard poll(&watched, 1, 50) > 0 else { continue }
          let count = read(handle.fileDescriptor, &buffer, buffer.count)
          if count < 0, errno == EINTR || errno == EAGAIN { continue }
          guard count > 0 else { break }
          let data = Data(buffer[..<count])
          pieces.withLock { $0.append((.now, data)) }
        }
        if closes { try? handle.close() }
        isReading.store(false, ordering: .releasing)
      }
    }

    /// Ends reading, so that the handle can be closed.
    func stop() {
      isStopped.store(true, ordering: .releasing)
      while !hasEnded { Thread.sleep(forTimeInterval: 0.002) }
    }
  }

  /// Where the program is: beside the tests, which macOS has in a bundle.
  static let url = folder.appending(path: "tickers")
  /// The program that runs shell commands alone.
  static let commandHost = folder.appending(path: "CommandHost")

  private static let folder: URL = {
    #if canImport(Darwin)
      return Bundle(for: Output.self).bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }()

  private let process = Process()
  let output = Output()
  let errors = Output()

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - terminal: what its stdin and stdout are; else nothing, and a pipe that is read here.
  ///   - file: what its stdout is, if it is a file.
  ///   - directory: where it runs.
  ///   - starter: another program, which is to run this one: its path and first arguments.
  ///   - program: the program.
  init(
    _ arguments: [String], environment: [String: String] = [:],
    terminal: PseudoTerminal? = nil, file: FileHandle? = nil, in directory: URL? = nil,
    startedBy starter: [String] = [], program: URL = url
  ) throws {
    let command = starter + [program.path] + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment
      .filter {
        ![
          "NO_COLOR", "CLICOLOR_FORCE", "TICKERS_EXCHANGE", "TICKERS_URL", "TICKERS_COLORS",
          "TERM", "TMUX", "LC_ALL", "LC_CTYPE",
        ].contains($0.key)
      }
      // A child that reads no options of the developer's, and writes no coverage, unless it is asked
      // for (Tests/coverage): a limit on its files would be one on this file too.
      .merging([
        "TICKERS_OPTIONS": "",
        "LLVM_PROFILE_FILE": ProcessInfo.processInfo.environment["TEST_PROFILES"] ?? "/dev/null",
      ]) { $1 }
      .merging(environment) { $1 }
    let (outputs, errorPipe) = (Pipe(), Pipe())
    process.standardInput = terminal?.slave ?? FileHandle.nullDevice
    if let handle = terminal?.slave ?? file {
      process.standardOutput = handle
    } else {
      process.standardOutput = outputs
      output.collect(from: outputs.fileHandleForReading, closes: true)
    }
    process.standardError = errorPipe
    errors.collect(from: errorPipe.fileHandleForReading, closes: true)
    try process.run()
  }

  var processIdentifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  /// Whether a signal has stopped it.
  var isStopped: Bool {
    var change = siginfo_t()
    let options = WSTOPPED | WNOHANG | WNOWAIT
    return waitid(P_PID, id_t(processIdentifier), &change, options) == 0
      && change.si_signo == SIGCHLD
  }

  func terminate() { process.terminate() }

  /// Waits for the end, and for all that was written; returns the exit status, or the number of the
  /// signal plus 128.
  func status(sourceLocation: SourceLocation = #_sourceLocation) async -> Int32 {
    await until(
      "the program to end; it wrote\n\(output.text)\(errors.text)", sourceLocation: sourceLocation
    ) {
      !process.isRunning
    }
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      // Foundation's own way of waiting hangs on the threads of tests.
      await until { !process.isRunning }
      return -1
    }
    await until("the end of the output") { output.hasEnded && errors.hasEnded }
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}
