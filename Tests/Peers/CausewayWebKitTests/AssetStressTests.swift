#if WebView
import Causeway
import Glibc
import TestSupport
import Testing

@testable import CausewayWebKit

/// Pages that request more files than a process can open; each test runs in a process with a low `RLIMIT_NOFILE`.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct AssetStressTests {
  @Test(.timeLimit(.minutes(2)))
  func `3,000 unread answers of a page leave descriptors to the host and files to another page`() async {
    await #expect(processExitsWith: .success) {
      Descriptors.allow(1_024)
      let site = try Site(["index.html": "<!doctype html>", "big.bin": "", "small": "small"])
      defer { site.remove() }
      try #require(truncate("\(site.path)/big.bin", 256 << 10) == 0)
      try site.serve()
      let lab = try await Lab(permissions: [site.origin: .all])
      let other = try await Lab(permissions: [site.origin: .all])
      try await lab.view.load(site.url())
      try await other.view.load(site.url())
      #expect(try await other.value("fetch('small').then((r) => r.text())") == "small")
      let before = Descriptors.count
      let begun = try await lab.value(
        """
        (() => {
          window.answers = [];
          for (let i = 0; i < 3000; i++)
            fetch("big.bin").then(({ status }) => answers.push(status), () => answers.push(0));
          return "begun";
        })()
        """)
      #expect(begun == "begun")
      var most = 0
      for _ in 0..<20 {
        #expect(try await other.value("fetch('small').then((r) => r.text())") == "small")
        most = max(most, Descriptors.count)
      }
      let sum = try await lab.value(
        """
        new Promise((resolve) => {
          const look = () => {
            if (answers.length < 3000) return setTimeout(look, 10);
            const count = (status) => answers.filter((answer) => answer === status).length;
            resolve([count(200) + count(503), count(200) >= 1024, count(503) > 0].join());
          };
          look();
        })
        """)
      #expect(sum == "3000,true,true")
      // 64 files, and the descriptors that WebKit itself opens meanwhile.
      #expect(most <= before + 160, "\(most) descriptors were open, \(before) before")
      try await Descriptors.settle(to: before + 16)
      #expect(try await lab.value("fetch('small').then((r) => r.text())") == "small")
      await lab.close()
      await other.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a page loads 300 small files at once in a process with 256 descriptors`() async {
    await #expect(processExitsWith: .success) {
      Descriptors.allow(256)
      let site = try Site(["index.html": "<!doctype html>", "small": "small"])
      defer { site.remove() }
      try site.serve()
      let lab = try await Lab(permissions: [site.origin: .all])
      try await lab.view.load(site.url())
      let statuses = try await lab.value(
        """
        Promise.all(Array.from({ length: 300 }, (_, i) =>
          fetch(`small?${i}`).then(async (r) => r.status + await r.text())
        )).then((all) => [...new Set(all)].join())
        """)
      #expect(statuses == "200small")
      await lab.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a closed page releases its descriptors`() async {
    await #expect(processExitsWith: .success) {
      Descriptors.allow(1_024)
      let site = try Site(["index.html": "<!doctype html>", "big.bin": ""])
      defer { site.remove() }
      try #require(truncate("\(site.path)/big.bin", 64 << 20) == 0)
      try site.serve()
      let other = try await Lab(permissions: [site.origin: .all])
      try await other.view.load(site.url())
      let before = Descriptors.count
      for _ in 0..<3 {
        let lab = try await Lab(permissions: [site.origin: .all])
        try await lab.view.load(site.url())
        _ = try await lab.value(
          "(() => { for (let i = 0; i < 500; i++) fetch('big.bin').catch(() => {}); return '' })()")
        await lab.close()
        try await Descriptors.settle(to: before + 16)
      }
      #expect(try await other.value("fetch('index.html').then((r) => r.status)") == "200")
      await other.close()
    }
  }
}

/// The descriptors of this process.
enum Descriptors {
  /// Sets the soft limit of this process.
  static func allow(_ count: UInt) {
    // Sockets of other tests in the parent that are not closed on exec.
    for number in Int32(3)..<4_096 {
      var status = stat()
      if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { close(number) }
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The number of open descriptors.
  static var count: Int { (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 } }

  /// Waits until no more descriptors are open than this.
  static func settle(to most: Int) async throws {
    try await eventually("at most \(most) descriptors are open") { count <= most }
  }
}
#endif
