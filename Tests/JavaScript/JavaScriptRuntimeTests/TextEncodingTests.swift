import Testing

@testable import JavaScriptRuntime

/// Long texts, which the native side converts, beside short ones, which JavaScript converts.
@Suite(.timeLimit(.minutes(5))) struct TextEncodingTests {
  private func printed(_ script: String) async throws -> [String] {
    let printed = Printed()
    let runtime = try await JavaScriptRuntime(printed.configuration)
    try await runtime.evaluate(program: script)
    await runtime.close()
    return printed.all
  }

  @Test func `Base64 of long texts is that of short ones`() async throws {
    let lines = try await printed(
      """
      let wrong = 0;
      for (const length of [0, 1, 127, 128, 129, 130, 1000]) {
        for (const first of [0, 0x41, 0x80, 0xf8]) {
          let text = "", pieces = "";
          for (let i = 0; i < length; i++) text += String.fromCharCode((first + i) & (first === 0x41 ? 0x7f : 0xff));
          // Pieces of three characters have no padding, so their Base64 can be joined.
          for (let i = 0; i < length; i += 3) pieces += btoa(text.slice(i, i + 3));
          if (btoa(text) !== pieces || atob(pieces) !== text || atob(` ${pieces.replace(/=/g, "")}\n`) !== text) wrong += 1;
        }
      }
      const failure = (body) => { try { return body(); } catch (error) { return error.name; } };
      console.log(wrong, failure(() => btoa("a".repeat(200) + "\\u0100")), failure(() => atob("a".repeat(200) + "!")));
      """)
    #expect(lines == ["0 InvalidCharacterError InvalidCharacterError"])
  }

  @Test func `a text is the same whether it is converted at once or in pieces`() async throws {
    let lines = try await printed(
      """
      let seed = 1;
      const next = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
      const pieces = [[0x41], [0xc3, 0xa9], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xe2, 0x82], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80],
        [0xff], [0x80], [0xef, 0xbb, 0xbf], [0], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe0, 0x80, 0x80]];
      let wrong = 0, invalid = 0;
      for (let round = 0; round < 300; round++) {
        const bytes = [];
        const valid = round % 3 === 0;
        while (bytes.length < 200) bytes.push(...pieces[next(valid ? 4 : pieces.length)]);
        const all = Uint8Array.from(bytes);
        const decoder = new TextDecoder();
        let text = "";
        for (let at = 0; at < all.length; at += 50) text += decoder.decode(all.subarray(at, at + 50), { stream: true });
        text += decoder.decode();
        if (new TextDecoder().decode(all) !== text || new TextDecoder().decode(new DataView(all.buffer)) !== text) wrong++;
        try { new TextDecoder("utf-8", { fatal: true }).decode(all); } catch (error) { invalid++; if (!(error instanceof TypeError) || valid) wrong++; }
        const short = [...text].flatMap((character) => [...new TextEncoder().encode(character)]);
        if (String(new TextEncoder().encode(text)) !== String(short)) wrong++;
      }
      const marked = "\\ufeff" + "a".repeat(200);
      const bytes = new TextEncoder().encode(marked);
      console.log(wrong, invalid > 100, new TextDecoder().decode(bytes).length, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).length);
      const lone = new TextEncoder().encode("\\ud800".repeat(200) + "\\udc00");
      console.log(lone.length, lone[0] === 0xef && lone[1] === 0xbf && lone[2] === 0xbd, new TextDecoder().decode(new Uint8Array(1e7)).length);
      """)
    #expect(lines == ["0 true 200 201", "601 true 10000000"])
  }

  @Test func `a buffer whose text was read or written can be transferred`() async throws {
    let lines = try await printed(
      """
      const bytes = new Uint8Array(200), written = new TextEncoder().encode("x".repeat(200));
      new TextDecoder().decode(bytes);
      new TextDecoder().decode(bytes.buffer);
      bytes.buffer.transfer();
      structuredClone(written, { transfer: [written.buffer] });
      console.log(bytes.length, written.length);
      """)
    #expect(lines == ["0 0"])
  }

  @Test func `texts of every length up to the next piece`() async throws {
    let lines = try await printed(
      """
      const wrong = [], unit = "line\\xe9 ";
      for (const length of [0, 1, 15, 16, 17, 18, 1000, 32765, 32766, 32767, 32768, 32769, 65536, 70000, 98305]) {
        const text = unit.repeat(length / unit.length + 1).slice(0, length), ascii = text.replaceAll("\\xe9", "e");
        if (atob(btoa(text)) !== text) wrong.push(`Base64 of ${length}`);
        for (const value of [text, ascii]) {
          const bytes = new TextEncoder().encode(value);
          if (new TextDecoder().decode(bytes) !== value || new TextDecoder("utf-8", { fatal: true }).decode(bytes) !== value) wrong.push(`${length}`);
        }
      }
      console.log(wrong.join());
      """)
    #expect(lines == [""])
  }
}
