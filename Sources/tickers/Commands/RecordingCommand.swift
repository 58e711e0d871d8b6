import Arguments
import Foundation
import MarketCore
import Reports

enum RecordingCommand {
  static let declaration = Command(
    "recording", otherNames: ["recordings"], summary: "Show the contents of a recording",
    details: [
      "One row per exchange and request of a directory that --record made. Makes no network request."
    ],
    operand: Operand("DIR", help: "Directory of the recording", candidates: .directory),
    options: FormatOptions<RecordedRequest>.options() + Voice.options,
    fields: [RecordedRequest.fieldList("Fields")],
    examples: [.init("tickers recording Fixtures", "Requests, times and sizes")])

  static func prepare(_ invocation: Invocation, in world: World) throws(UsageError) -> Run {
    let (output, help) = try FormatOptions<RecordedRequest>.read(invocation)
    let voice = try Voice(invocation, in: world)
    if let help { return { world.print(help) } }
    let directory = URL(filePath: invocation.operands[0], directoryHint: .isDirectory)
    return {
      do throws(MarketError) {
        let (rows, errors) = try Recording(directory).requests()
        let report = Report(groups: [Layout(output).group("requests", rows)])
        if let status = world.write(output.text(of: report, isFirst: true, voice.looks)) {
          return status
        }
        world.notify(errors: errors)
        return errors.isEmpty ? .success : .data
      } catch {
        return world.failure(ExitStatus(error), "\(error)")
      }
    }
  }
}
