#if canImport(FoundationNetworking)
  import Foundation
  import Terminal

  /// The folders that Foundation on Linux makes in the home of whoever runs a program that uses
  /// URLSession: for the shared cache and the shared cookies, which any configuration looks up, also
  /// one that has neither (no issue of it is known).
  enum FoundationFolders {
    /// Leads Foundation to folders that are there, and has it make none. Nothing but the environment
    /// decides where they are, so this has to be called before there are threads.
    static func keepOutOfHome() {
      // There is nothing to be made below a file.
      Environment.set("XDG_CACHE_HOME", to: "/dev/null")
      // For want of a folder for cookies they would be looked for below the current directory, where
      // anyone may have left some; one that is named like the program's own and beside it is the
      // program's own, which is there.
      let program = Bundle.main.bundleURL
      Environment.set(
        "XDG_DATA_HOME",
        to: program.pathExtension.isEmpty
          ? program.deletingLastPathComponent().path(percentEncoded: false) : "/dev/null")
    }
  }
#endif
