import Testing

@testable import JavaScriptRuntime

/// Properties of values that only the engine knows.
@Suite(.timeLimit(.minutes(5))) struct StructuredCloneTests {
  private func printed(_ script: String) async throws -> [String] {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(program: script)
    await runtime.close()
    return printed.all
  }

  @Test(arguments: [
    "new Proxy({}, {})", "new Proxy([], {})", "[new Proxy({}, {})]", "new Map([[1, new Proxy(new Map(), {})]])",
    "Proxy.revocable({}, {}).proxy", "(() => { const p = Proxy.revocable([], {}); p.revoke(); return p.proxy; })()",
    "globalThis",
  ])
  func `a proxy cannot be cloned, and none of its traps runs`(value: String) async throws {
    let lines = try await printed(
      "try { structuredClone(\(value)); console.log('cloned'); } catch (error) { console.log(error.name, error.code); }"
    )
    #expect(lines == ["DataCloneError 25"])
  }

  @Test func `resizable buffers, and views that track their length, stay so`() async throws {
    let lines = try await printed(
      """
      for (const length of [8, 16]) {
        const buffer = new ArrayBuffer(length, { maxByteLength: 16 });
        new Uint8Array(buffer).set([1, 2, 3, 4, 5, 6, 7, 8].slice(0, length));
        const views = [new Uint8Array(buffer), new Uint8Array(buffer, 0, length), new Uint16Array(buffer, 2), new Uint16Array(buffer, 2, 3), new DataView(buffer, 1),
          new DataView(buffer, 1, 2), new Float64Array(buffer), new Uint8Array(buffer, length)];
        for (const options of [undefined, { transfer: [buffer] }]) {
          const copies = structuredClone(views, options);
          const copy = copies[0].buffer;
          const before = copies.map((view) => view.byteLength);
          copy.resize(length === 8 ? 16 : 8);
          const lengths = copies.map((view) => { try { return view.byteLength; } catch { return "out"; } });
          console.log(copy.maxByteLength, copies[0][7], copies.every((view) => view.buffer === copy), before.join(), lengths.join());
        }
        console.log(buffer.detached);
      }
      """)
    let grown = "16 8 true 8,8,6,6,7,2,8,0 16,8,14,6,15,2,16,8"
    let shrunk = "16 8 true 16,16,14,6,15,2,16,0 8,0,6,6,7,2,8,0"
    #expect(lines == [grown, grown, "true", shrunk, shrunk, "true"])
  }

  @Test func `a view outside of its buffer cannot be cloned, and its buffer is not transferred`() async throws {
    let lines = try await printed(
      """
      const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
      const views = [new Uint8Array(buffer, 4, 4), new DataView(buffer, 4, 4), new Uint8Array(buffer, 5)];
      buffer.resize(2);
      const gone = new Uint8Array(4);
      structuredClone(gone.buffer, { transfer: [gone.buffer] });
      for (const view of [...views, gone]) for (const options of [undefined, { transfer: [buffer] }])
        try { structuredClone(view, options); console.log("cloned"); } catch ({ name }) { console.log(name, buffer.detached); }
      """)
    #expect(lines == Array(repeating: "DataCloneError false", count: 8))
  }

  @Test func `a transferred buffer is one object wherever the value refers to it`() async throws {
    let lines = try await printed(
      """
      const buffer = new ArrayBuffer(8), view = new Uint8Array(buffer, 2, 4), other = new ArrayBuffer(2);
      const error = new Error("m", { cause: view });
      const value = { buffer, list: [buffer, view], map: new Map([[buffer, view], [view, other]]), set: new Set([view, 1, buffer]), error, self: null }; value.self = value;
      const copy = structuredClone(value, { transfer: [buffer] });
      const moved = copy.buffer, seen = copy.list[1];
      console.log(JSON.stringify([moved.byteLength, buffer.byteLength, copy.list[0] === moved, seen.buffer === moved, seen.byteOffset, seen.length, copy.map.get(moved) === seen, copy.map.get(seen).byteLength,
        [...copy.set].map((each) => each === seen ? "view" : each === moved ? "buffer" : each), copy.error.cause === seen, copy.self === copy, structuredClone(new ArrayBuffer(0), { transfer: [] }).byteLength,
        structuredClone(moved, { transfer: [moved] }).byteLength, Object.keys(structuredClone({ a: 1, b: other }, { transfer: [other] }))]));
      """)
    #expect(
      lines == [#"[8,0,true,true,2,4,true,2,["view",1,"buffer"],true,true,0,8,["a","b"]]"#])
  }

  @Test func `a failed transfer detaches nothing`() async throws {
    let lines = try await printed(
      """
      const names = [];
      const attempt = (make) => { const buffer = new ArrayBuffer(4); try { make(buffer); names.push("cloned"); } catch ({ name }) { names.push(name); } return buffer.byteLength; };
      console.log(JSON.stringify([attempt((b) => structuredClone([b, () => {}], { transfer: [b] })), attempt((b) => structuredClone(b, { transfer: [b, b] })), attempt((b) => structuredClone(b, { transfer: [b, {}] })),
        attempt((b) => structuredClone(b, { transfer: [b, 5] })), attempt((b) => structuredClone(b, { transfer: 5 })), attempt((b) => structuredClone(b, { transfer: new Set([b]) })),
        attempt((b) => structuredClone({ get x() { structuredClone(b, { transfer: [b] }); return 1; } }, { transfer: [b] })), names]));
      """)
    let names =
      #"["DataCloneError","DataCloneError","DataCloneError","TypeError","TypeError","cloned","DataCloneError"]"#
    #expect(lines == ["[4,4,4,4,4,0,0,\(names)]"])
  }

  @Test func `an error's name is read once, and its message not through a getter`() async throws {
    let lines = try await printed(
      """
      const make = (define) => { const error = new RangeError("kept"); define?.(error); return error; };
      const show = (error) => { const copy = structuredClone(error); return [Object.getPrototypeOf(copy).name, Object.getOwnPropertyDescriptor(copy, "message")?.value ?? null]; };
      let reads = 0;
      console.log(JSON.stringify([
        show(make()), show(make((e) => Object.defineProperty(e, "message", { get() { throw 1; } }))), show(make((e) => { delete e.message; })),
        show(make((e) => { e.message = { toString: () => "text" }; })), show(make((e) => { e.name = "TypeError"; })), show(make((e) => { e.name = "Mine"; })),
        show(make((e) => { e.name = { toString() { throw 1; } }; })), show(make((e) => Object.defineProperty(e, "name", { get() { reads++; return "URIError"; } }))), reads,
        show(make((e) => Object.defineProperty(e, "cause", { get() { throw 1; } }))), "cause" in structuredClone(make((e) => Object.defineProperty(e, "cause", { get() { throw 1; } }))),
        (() => { try { structuredClone(make((e) => { e.message = Symbol(); })); } catch (error) { return error.name; } })(),
        (() => { try { structuredClone(make((e) => Object.defineProperty(e, "name", { get() { throw new EvalError(); } }))); } catch (error) { return error.name; } })(),
      ]));
      """)
    let kept =
      #"["RangeError","kept"],["RangeError",null],["RangeError",null],["RangeError","text"],["TypeError","kept"]"#
    let others =
      #"["Error","kept"],["Error","kept"],["URIError","kept"],1,["RangeError","kept"],false,"TypeError","EvalError"]"#
    #expect(lines == ["[\(kept),\(others)"])
  }
}
