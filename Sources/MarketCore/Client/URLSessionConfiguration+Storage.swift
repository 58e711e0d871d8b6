import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension URLSessionConfiguration {
  /// A new configuration without cache, cookies and passwords.
  ///
  /// Not made from `ephemeral`, whose cache makes a folder in the home all the same.
  static var withoutStorage: URLSessionConfiguration {
    _ = homelessStorage
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    return configuration
  }

  /// Makes the shared cache and cookie storage, which any configuration looks up, without the
  /// folders that Foundation on Linux makes for them at once.
  ///
  /// Nothing but the environment decides where the folders are, so it says something else for as
  /// long as that takes: done once, before the process has a session. Storage that was used before
  /// stays as it is.
  private static let homelessStorage: Void = {
    #if canImport(FoundationNetworking)
      // There is nothing to be made below a file. For want of a folder for cookies they would be
      // looked for below the current directory, where anyone may have left some; one that is named
      // like the program's own and beside it is the program's own, which is there.
      let program = Bundle.main.bundleURL
      let parent = program.deletingLastPathComponent().path(percentEncoded: false)
      let folders = [
        "XDG_CACHE_HOME": "/dev/null",
        "XDG_DATA_HOME": program.pathExtension.isEmpty ? parent : "/dev/null",
      ]
      let values = folders.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
      for (name, folder) in folders { setenv(name, folder, 1) }
      _ = URLSessionConfiguration.default
      for (name, value) in values {
        if let value { setenv(name, value, 1) } else { unsetenv(name) }
      }
    #endif
  }()
}
