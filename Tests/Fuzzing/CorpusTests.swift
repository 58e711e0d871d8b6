import Foundation
import Testing

/// The inputs with which fuzzing begins.
@Suite struct CorpusTests {
  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpus")

  @Test(arguments: [
    ("Answers", tryAnswers), ("Expressions", tryExpressions), ("Frames", tryFrames),
    ("Streams", tryStreams), ("Words", tryWords),
  ])
  func `nothing that was found breaks anything`(
    target: String, attempt: @Sendable (UnsafeBufferPointer<UInt8>) -> Void
  ) throws {
    let inputs = try FileManager.default.contentsOfDirectory(
      at: Self.corpus.appending(path: target), includingPropertiesForKeys: nil)
    #expect(inputs.count > 4)
    for input in inputs {
      try Array(Data(contentsOf: input)).withUnsafeBufferPointer(attempt)
    }
  }
}
