import FoundationEssentials
import Glibc
import JavaScriptInspector
import StandardStreams
import Subprocess
import SystemPackage

/// WebKitGTK's MiniBrowser, whose Web Inspector opens at an address of `inspector:`.
struct WebInspectorBrowser {
  let path: String

  /// Where Debian, Fedora and Arch install it; MiniBrowser is a part of the library's package.
  private static let folders = [
    "/usr/lib/\(Architecture.triplet)/webkit2gtk-4.1", "/usr/lib/\(Architecture.triplet)/webkitgtk-6.0",
    "/usr/lib/\(Architecture.triplet)/webkit2gtk-4.0", "/usr/libexec/webkit2gtk-4.1", "/usr/libexec/webkitgtk-6.0",
    "/usr/lib/webkit2gtk-4.1", "/usr/lib/webkitgtk-6.0",
  ]

  /// - Throws: `UNAVAILABLE` if it is not installed, or there is no screen.
  static func find() throws(InspectorError) -> WebInspectorBrowser {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"]?.isEmpty == false || environment["WAYLAND_DISPLAY"]?.isEmpty == false else {
      throw InspectorError(.unavailable, "--inspect-ui needs a screen: DISPLAY and WAYLAND_DISPLAY are not set.")
    }
    let searched = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + folders
    guard
      let path = searched.map({ $0 + "/MiniBrowser" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }
      )
    else {
      throw InspectorError(
        .unavailable,
        "--inspect-ui needs WebKitGTK's MiniBrowser, in Debian's package libwebkit2gtk-4.1-0. Editors need no browser: see "
          + "causeway dap --help.")
    }
    return WebInspectorBrowser(path: path)
  }

  /// Opens a window, which the end of this process closes; a window that is closed lets the program go on.
  func open(_ server: WebInspectorServer) async {
    let address = "inspector://\(server.address)"
    Terminal.reportError("causeway: The Web Inspector is opening. Press Inspect to start the program.")
    let configuration = Subprocess.Configuration(executable: .path(FilePath(path)), arguments: [address])
    let window = Task.detached {
      do {
        _ = try await Subprocess.run(configuration, input: .none, output: .discarded, error: .discarded) { execution in
          await server.setBrowser(execution.processIdentifier.value)
        }
      } catch {
        if !Task.isCancelled {
          Terminal.reportError("causeway: The Web Inspector did not start: \(String(describing: error).printable)")
        }
      }
      await server.abandon()
    }
    await server.setCloseWindow {
      window.cancel()
      await window.value
    }
  }
}

/// The machine that this program was compiled for.
private enum Architecture {
  /// Debian's name of its libraries' folder.
  static var triplet: String {
    #if arch(x86_64)
    "x86_64-linux-gnu"
    #elseif arch(arm64)
    "aarch64-linux-gnu"
    #else
    "unknown"
    #endif
  }
}
