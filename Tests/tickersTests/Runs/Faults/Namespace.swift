import Foundation
import TestTools
import Testing

/// A program's own view of the file system, in which a test changes what is the machine's.
enum Namespace {
  /// Whether this machine lets a test make one.
  static let isPermitted: Bool = {
    let mount = ["-rm", "/bin/sh", "-c", "mount -t tmpfs none /mnt && echo mounted"]
    let run = try? Tool(name: unshare).run(mount, in: FileManager.default.temporaryDirectory)
    return run?.output == "mounted\n"
  }()

  private static let unshare = "/usr/bin/unshare"

  /// What starts a program after these commands of the shell, whose `$1`, `$2` … are `arguments`.
  private static func starter(_ commands: String, _ arguments: String...) -> [String] {
    [unshare, "-rm", "/bin/sh", "-ec", commands, "sh"] + arguments
  }

  /// The file of the roots that this machine trusts.
  static let roots = "/etc/ssl/certs/ca-certificates.crt"

  /// With this root alone among those that the machine trusts.
  static func trusting(_ root: URL) -> [String] {
    starter(#"mount --bind "$1" \#(roots); shift; exec "$@""#, root.path)
  }

  /// Without the files that the system has on processes.
  static let withoutProcesses = starter(#"mount -t tmpfs none /proc; exec "$@""#)

  /// With a folder that nothing can be written to.
  static func readOnly(_ folder: String) -> [String] {
    starter(
      #"mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; shift; exec "$@""#, folder)
  }

  /// With a folder on a disk of so many kilobytes, which is copied to another folder at the end.
  static func small(_ folder: String, kilobytes: Int, copiedTo copy: String) -> [String] {
    starter(
      #"mount -t tmpfs -o size=\#(kilobytes)k none "$1"; folder=$1 copy=$2; shift 2; status=0; "#
        + #""$@" || status=$?; cp -R "$folder/." "$copy"; exit $status"#,
      folder, copy)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test where it can't make a ``Namespace``.
  static var needsNamespace: Self {
    .enabled(if: Namespace.isPermitted, "this machine permits no namespaces of file systems")
  }
}
