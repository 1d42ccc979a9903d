#if WebView
/// The scripts of both pages: the loops, and for each method the way of awaiting it.
enum PageScript {
  /// Our page: `bridge.call`, and Swift calls the loops.
  static let ours = """
    <!doctype html><body><script>\(loops)
    const methods = {
      number: (value) => bridge.call("number", value), later: (value) => bridge.call("later", value),
      value: (value) => bridge.call("value", value), text: (value) => bridge.call("text", value), take: (value) => bridge.call("take", value),
      give: (value) => bridge.call("give", value),
    };
    bridge.handle("run", ([method, kind, depth, count]) => run(methods[method], kinds[kind](), depth, count));
    bridge.handle("frames", frames);
    </script>
    """

  /// WebKitGTK's own: a message with reply, as text where that is faster, and only the work that the case needs.
  static let plain = """
    <!doctype html><body><script>\(loops)
    const post = (value) => webkit.messageHandlers.echo.postMessage(value);
    const methods = {
      number: post, object: post,
      text: async (value) => JSON.parse(await post(JSON.stringify(value))),
      base64: async (value) => Uint8Array.fromBase64(await post(value.toBase64())),
      up: async (value) => (await post(value.toBase64())).length * 3 / 4 | 0,
    };
    window.go = (method, kind, depth, count) => run(methods[method], kinds[kind](), depth, count);
    </script>
    """

  private static let loops = """
    const record = (i) => ({ id: i, name: "record " + i, tags: ["alpha", "beta"], values: [i, i + 0.5, -i] });
    const records = (count) => ({ records: Array.from({ length: count }, (_, i) => record(i)) });
    const shared = (value, check) => () => ({ make: () => value, check: (_, got) => check(got) });
    const bytes = new Uint8Array(1 << 20).map((_, at) => at * 7 ^ at >> 8);
    const kinds = {
      number: () => ({ make: (i) => i, check: (sent, got) => got === sent }),
      "100 KB": shared(records(1340), (got) => got.records.length === 1340),
      bytes: shared(bytes, (got) => got.byteLength === 1 << 20 && got[12345] === bytes[12345]),
      "bytes up": shared(bytes, (got) => Math.abs(got - (1 << 20)) < 3),
      "bytes down": shared(1 << 20, (got) => got.byteLength === 1 << 20),
    };

    // Keeps `depth` awaited calls in flight until `count` are done; returns nanoseconds for each call.
    const run = async (call, { make, check }, depth, count) => {
      let left = count;
      const worker = async () => {
        while (left > 0) {
          const sent = make(left--);
          if (!check(sent, await call(sent))) throw new Error("the answer does not match the question");
        }
      };
      const begin = performance.now();
      await Promise.all(Array.from({ length: depth }, worker));
      return ((performance.now() - begin) * 1e6) / count;
    };

    // Counts frames for some seconds, and those that were late; every event must arrive, in order.
    const frames = async ([seconds, events]) => {
      let received = 0;
      let wrong = 0;
      const stop = bridge.on("tick", ({ number, text }) => {
        wrong += number !== received;
        received += 1;
        document.body.textContent = text;
      });
      const times = [];
      const begin = performance.now();
      while (performance.now() - begin < seconds * 1000) {
        times.push(await new Promise(requestAnimationFrame));
        // Without events as much is painted.
        if (events === 0) document.body.textContent = `The level is ${times.length % 100}.`;
      }
      while (received < events && performance.now() - begin < seconds * 2000) await new Promise(requestAnimationFrame);
      stop();
      if (received !== events || wrong > 0) throw new Error(`${received} of ${events} events were received, ${wrong} out of order`);
      let dropped = 0;
      for (let at = 1; at < times.length; at += 1) dropped += Math.max(0, Math.round((times[at] - times[at - 1]) / (1000 / 60)) - 1);
      return { shown: times.length, dropped };
    };
    """
}
#endif
