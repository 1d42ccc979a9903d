#if Plugins
import Causeway
import CausewayJavaScript
import Foundation
import Glibc
import Testing

@testable import CausewayPlugins

/// Files that JavaScript makes the host keep open; each test runs in a process with a low `RLIMIT_NOFILE`.
@Suite(.timeLimit(.minutes(5))) struct OpenFilesTests {
  @Test(.timeLimit(.minutes(3)), arguments: [256, 1_024] as [UInt])
  func `of 3,000 unread streams those beyond the limit fail, and other programs work`(allowed: UInt) async {
    await #expect(processExitsWith: .success) { [allowed] in
      let host = try await FewDescriptors(allowed)
      let before = FewDescriptors.count
      let sum: FewDescriptors.Sum = try await host.greedy.evaluate(
        """
        for (let i = 0; i < 3000; i++)
          open.push(files.readFileInChunks({ path: "big", directory, chunkSize: 1 })[Symbol.asyncIterator]());
        Promise.allSettled(open.map((stream) => stream.next())).then(sum)
        """)
      #expect(sum.going + sum.refused == 3_000 && sum.going >= 32 && sum.going <= 256)
      #expect(sum.codes == "RESOURCE_EXHAUSTED" && sum.limits == "openFiles")
      #expect(try await host.read(by: host.modest) == "alpha")
      #expect(try await host.read(by: host.greedy) == "alpha")
      let chunk: Int = try await host.modest.evaluate(
        "files.readFileInChunks({ path: 'a.txt', directory }).next().then(({ value }) => value.length)")
      #expect(chunk == 5)
      try await host.greedy.evaluate("for (const stream of open) stream.return().catch(() => {})")
      try await host.settle(to: before)
      let again: FewDescriptors.Sum = try await host.greedy.evaluate(
        "Promise.allSettled([files.readFileInChunks({ path: 'big', directory }).next()]).then(sum)")
      #expect(again.going == 1)
      await host.close()
    }
  }

  @Test(.timeLimit(.minutes(3)), arguments: [256, 1_024] as [UInt])
  func `of 500 uploads without data those beyond the limit fail, and other programs work`(allowed: UInt)
    async
  {
    await #expect(processExitsWith: .success) { [allowed] in
      let host = try await FewDescriptors(allowed)
      let before = FewDescriptors.count
      let sum: FewDescriptors.Sum = try await host.greedy.evaluate(
        """
        const stop = new AbortController();
        const never = new Promise(() => {});
        const refusals = [];
        let begun = 0;
        bridge.handle("never", async function* () { begun += 1; await never; });
        for (let i = 0; i < 500; i++)
          files.writeFileFromStream({ path: `up${i}`, directory, source: "never" }, { signal: stop.signal })
            .catch((reason) => refusals.push({ status: "rejected", reason }));
        // Each upload has called its source, or has failed.
        new Promise((resolve) => {
          const look = () => begun + refusals.length === 500
            ? resolve(sum([...refusals, ...Array.from({ length: begun }, () => ({ status: "pending" }))]))
            : setTimeout(look, 5);
          look();
        })
        """)
      #expect(sum.going + sum.refused == 500 && sum.going >= 16 && sum.going <= 128)
      #expect(sum.codes == "RESOURCE_EXHAUSTED" && sum.limits == "openFiles")
      #expect(try await host.read(by: host.modest) == "alpha")
      try await host.modest.evaluate("files.writeFile({ path: 'w', directory, data: new Uint8Array(3) })")
      try await host.greedy.evaluate("stop.abort()")
      try await host.settle(to: before)
      #expect(try host.files.scratch.names("notes") == ["a.txt", "big", "sub", "w"])
      await host.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a reloaded page releases its descriptors`() async {
    await #expect(processExitsWith: .success) {
      let host = try await FewDescriptors(256)
      let before = FewDescriptors.count
      for _ in 0..<3 {
        let sum: FewDescriptors.Sum = try await host.greedy.evaluate(
          """
          open.length = 0;
          for (let i = 0; i < 300; i++)
            open.push(files.readFileInChunks({ path: "big", directory, chunkSize: 1 })[Symbol.asyncIterator]());
          Promise.allSettled(open.map((stream) => stream.next())).then(sum)
          """)
        #expect(sum.going > 0 && sum.refused > 0)
        try host.greedy.connection.reload()
        try await host.settle(to: before)
      }
      await host.close()
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `300 watches share one inotify instance, and watches beyond the limit fail`()
    async
  {
    await #expect(processExitsWith: .success) {
      var limits = Limits()
      limits.watches = 200
      let host = try await FewDescriptors(256, limits: limits)
      let before = FewDescriptors.count
      let sum: FewDescriptors.Sum = try await host.greedy.evaluate(
        """
        for (let i = 0; i < 300; i++) open.push(files.watch({ path: i % 2 ? "sub" : "", directory }));
        const ends = open.map((watch) => watch.next());
        let reported = 0;
        const touch = () => files.writeFile({ path: "sub/t", directory, data: new Uint8Array(1) })
          .then(() => files.writeFile({ path: "t", directory, data: new Uint8Array(1) }));
        // The watches start asynchronously: the files are written until all watches have reported them.
        const trying = setInterval(touch, 20);
        Promise.allSettled(ends).then((ends) => { clearInterval(trying); return sum(ends); })
        """)
      #expect(
        sum == FewDescriptors.Sum(going: 200, refused: 100, codes: "RESOURCE_EXHAUSTED", limits: "watches"))
      // The last writes may still run.
      try await host.settle(to: before + 2)
      let seen: String = try await host.modest.evaluate(
        """
        const watch = files.watch({ path: "sub", directory });
        const first = watch.next();
        const again = setInterval(() => files.writeFile({ path: "sub/other", directory, data: new Uint8Array(1) }), 20);
        first.then(async ({ value }) => { clearInterval(again); await watch.return(); return value.kind; })
        """)
      #expect(seen == "created")
      try await host.greedy.evaluate("for (const watch of open) watch.return().catch(() => {})")
      try await host.settle(to: before)
      await host.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `1,000 concurrent operations are queued`() async {
    await #expect(processExitsWith: .success) {
      let host = try await FewDescriptors(128)
      let sum: FewDescriptors.Sum = try await host.greedy.evaluate(
        """
        const work = [];
        for (let i = 0; i < 200; i++) {
          work.push(read("a.txt"), files.readdir({ path: "", directory }), files.stat({ path: "a.txt", directory }));
          work.push(files.writeFile({ path: `sub/w${i % 10}`, directory, data: new Uint8Array(9) }));
          work.push(files.appendFile({ path: `sub/x${i % 10}`, directory, data: new Uint8Array(9) }));
        }
        Promise.allSettled(work).then(sum)
        """)
      #expect(sum == FewDescriptors.Sum(going: 1_000, refused: 0, codes: "", limits: ""))
      await host.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func `many programs at their limits leave descriptors for the process`() async {
    await #expect(processExitsWith: .success) {
      let host = try await FewDescriptors(256)
      let bridge = try host.greedy.connection.bridge
      var others: [JavaScriptRuntime] = []
      for _ in 0..<8 {
        let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
        let refused: String = try await runtime.evaluate(
          """
          globalThis.open = Array.from({ length: 300 }, () =>
            bridge.plugins.files.readFileInChunks({ path: "big", directory: "notes", chunkSize: 1 })[Symbol.asyncIterator]());
          Promise.allSettled(open.map((stream) => stream.next())).then((ends) =>
            [...new Set(ends.flatMap(({ reason }) => reason ? [reason.code] : []))].join())
          """)
        #expect(refused == "RESOURCE_EXHAUSTED")
        others.append(runtime)
      }
      #expect(FewDescriptors.count <= 256 - 32)
      #expect(try await host.read(by: host.modest) == "alpha")
      for runtime in others { await runtime.close() }
      await host.close()
    }
  }
}
#endif
