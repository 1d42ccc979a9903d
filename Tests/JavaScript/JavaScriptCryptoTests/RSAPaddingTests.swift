#if Plugins
import Testing

/// Paddings of RSA that swift-crypto does not have.
@Suite(.timeLimit(.minutes(5))) struct RSAPaddingTests {
  @Test func `signatures and messages of another implementation`() async throws {
    // Made by OpenSSL 3.0, with a modulus whose length is no multiple of a byte.
    let lines = try await run(
      """
      const signing = {
        kty: "RSA",
        n: "AZ3K13ie-5isbvUdzz6XCXxJqztLPtZ3bAU0hdva1GgZAuYDWPliv-WSaKuNJZcrddGXoOROhTBfAz-8nFxDj9fl"
          + "SByLYRAr9qWI9S4fYMvIzmpb3_4h78O9__i7oxGOOqqcQedb9WMCRN7seZD5Sa1xYtJHgVARIZnpXnzkrk_3",
        e: "AQAB",
        d: "8XLn0fFqu8Z6JDsVr97v4P8XlEyuyPP8Kvlf1k7VPDzD7TUs2LAfazTIMLn2okPwxrDkZ_PNUdFPEwTadBfUOLT3"
          + "dyQcj3ztFjGNLdqyxOTxeAJBG0tujgVRUsT4IPnAYIeXb4ejUCOgsfqSUa0HCLzf2EkFu9m4ghusyVnqzZk",
        p: "AfYIhrXkSdbOIC0DZlvSCEM5eaFL_CDEYE4_JPlrMa5LOfGrw_RzofkrvhEvpD8o2nueMApOeJ1PhOgD_Eui-C0",
        q: "0wDs1I8Su3-KWwgR5fnc_vEfUtdXzYsbwQAs8i1x7U04SVSnK19K95ERTcLBuFKa5uA6GGtliafC5AawPma7Mw",
        dp: "nsR3hdKan3o0pseqeWNlBY2Jr78OD3bLVjOWB-MkpRBZVNqTcB2Znel9hIXila7f2bRfUQMcFfPt_ko0Yd86SQ",
        dq: "IefdJo7TAMQO1G_oiF7tLx5J3ULzPfkjfZDsqAG7c9lbuRTcQ_DtF_j8odUw0dCcSYswaqofR85oV8HnYi-Z1w",
        qi: "8RxY7b9GIhyRKFal-OxWRXgAGnExO53h0M76XyPvLUyq3KMgFeWhGu8KIWOwNII8zXBDcZBRlovJ5Bs8t3Gd-Q",
      };
      const salted = "AQ6RlCVTBvlL0vACW_PFYZO1zf64KU0uJnCUe7qJJSy-k7OPhniddd_p4b-xoeFWKwGunoBK-p4lx_yq9_f-SSyI"
        + "Sl2f3svtghbpU8mGQ4B26lB5ZYK7RHr5JktvYvENWAmDDkAN58HIkmAXA1tbxgnl76v_CoQhHyiz-4dWyROu";
      const unsalted = "ABVfmrIxV7wyxcx3uxE7oddtU-pCBoHL1SnLaomqRPTEUGl0dBuFKiGjtagQfHvFXgRh-sT8LnCSrsdjwG-O-sod"
        + "Tc3dfsU--a_pwyV4Ja0O1VM7TQ5xN6IGlc4DdxTpfveRE5WWXdReKgpVIZbKNJMi2Uf5eS55g8zSl_dibMk0";
      const encryption = {
        kty: "RSA",
        n: "2_npE3RFu4sy8Q2yX1h5d0RDIi8O8RQg4ToNdBJURC_rnjJ9hfn_4SnKQV3_t7LopkFkoBMYjFtsGjTNkdrwrcSC"
          + "4lFQmHjJgJ6kfEg9Ha-ipQFm27Vme-YZH77o8E8ABVMVPKur1wP0SFLFym6ot0-6gr8e8zcmPwRSFcGez6MorOHm"
          + "OOXA0ISH1_C63ZWGhNCo7VVp4n3Ox7avWYvY0Q",
        e: "AQAB",
        d: "rBvgLIRwesfyV3_r64WBo7sY-4nuGtkw0IdnN0WQALmtk9zVMRnlBfp4cKRnCwdD17CaVlQahNaSwf5GSLQQUyTJ"
          + "cuFEOcdngOaes06h4rKwI-GGJsABFsqFXu02AbnTTsWWhps1mykjw6QrXj6a7Xbqfsmq3scT0IJuNU8xKjfY-n_4"
          + "NP6n_NlrEY8lonw-1af0OWEooay7OnLCtTvdcQ",
        p: "_6UdydIaJB3mOjawfUvnTGZJCedo7MnoOi1dZJKOoQqIEwRF2PVXuXnbOSu2xzUS1XsN4NNdFgNdi0vIToBsR62S"
          + "k8p6gIDPDXROC-K2U9M",
        q: "3EgdE_WqUVS8NdqlEnrY_QJjJUDsGAb70dieCMwlKVg3WUL7MThlabyaHbA9u_pL7jZ6AEyi8XqbmAWWKhgYH9E8"
          + "y4nqTHr1U27bqXmtTks",
        dp: "fdzDP7wLVsDJutt2JRobtIefahrek8YMaagwFPX69tqCiCpQYTLZj92oywr0oDtHHIfLG2e0qsPZaF1VLyEXLmsM"
          + "gWrsyRuh1RPv4PYrojU",
        dq: "j7DCtwhjJ1Z8xyxuzVUxQilSfzSQTUQQ89u3ismP3B5dTG6y6HJ_RK_wYDlcq8gjy6nhf1x-VcLCyDGsuJyq7-ZP"
          + "H_5Axc7XRKtlwnFKqW0",
        qi: "xiK9ySZPUCvFVDxhMRoJGu4bN2z9lztGqvwRikN9rN_QEVMomfIsZyNT_dtUEQGpeYjPGP25sHVqP8uwP4NtxOPN"
          + "ooz15Wbtz5qdVY-2jbY",
      };
      const labelled = "K1A1R0qWU6vZdthEez6DvokCpevXdHg91UaevRrL8MY1dUtt4fx4zUL25YsLy4srv9uHu1VYivWJrkWB0gaPg0-z"
        + "nJ-gHcaQ-6rvhjRtE9FPV5Roz8SBHujJgqO8hyKgitJqrboDaBeaq9Fs46SB_405fc8CWvYbZ_46FCiI7a4ICJVf"
        + "FmamlvrH92oBPoO4DPjowYuFgbqiMbM5VLCNjQ";
      const empty = "OFqy-ptcw1FQb97gm0Ux2JSUO2JDcBRIP4l2d_4aBKkLkjwKOOFdbgzekv8cpRQX56vkfVWvPuNvyYqsH9UvgJw2"
        + "MeLXKFb8QMJ34_Sx10P0qRUvKPN1dMYhGScsRK99uVkjW34kbiLup2PkV11zDkF47tczwHEBD73mef9lDbg2OKOC"
        + "y59fGChXb3x9wlXqOwFygsncP-xrAUIfDkkmTQ";
      const from64 = (text) => Uint8Array.fromBase64(text, { alphabet: "base64url" });
      const { n, e, kty } = signing;
      for (const [hash, saltLength, signature] of [["SHA-512", 7, from64(salted)], ["SHA-256", 0, from64(unsalted)]]) {
        const key = await subtle.importKey("jwk", { n, e, kty }, { name: "RSA-PSS", hash }, true, ["verify"]);
        const isValid = (salt, signature, data) => subtle.verify({ name: "RSA-PSS", saltLength: salt }, key, signature, text(data));
        console.log(await isValid(saltLength, signature, "signed elsewhere"), await isValid(saltLength + 1, signature, "signed elsewhere"),
          await isValid(saltLength, signature, "another text"), await isValid(saltLength, signature.slice(1), "signed elsewhere"));
        const changed = [];
        for (let i = 0; i < signature.length; i++) {
          const other = signature.slice();
          other[i] ^= 1;
          changed.push(await isValid(saltLength, other, "signed elsewhere"));
        }
        console.log(changed.length, changed.some((valid) => valid));
      }
      const open = async (hash, label, message) => {
        const key = await subtle.importKey("jwk", encryption, { name: "RSA-OAEP", hash }, false, ["decrypt"]);
        return new TextDecoder().decode(await subtle.decrypt({ name: "RSA-OAEP", ...(label && { label: text(label) }) }, key, message));
      };
      console.log(await open("SHA-512", "label", from64(labelled)), JSON.stringify(await open("SHA-384", undefined, from64(empty))));
      const failures = new Set();
      failures.add(await failure(() => open("SHA-512", "other", from64(labelled))));
      failures.add(await failure(() => open("SHA-512", undefined, from64(labelled))));
      failures.add(await failure(() => open("SHA-384", "label", from64(labelled))));
      for (let i = 0; i < 160; i++) {
        const other = from64(labelled);
        other[i] ^= 1;
        failures.add(await failure(() => open("SHA-512", "label", other)));
      }
      console.log([...failures].join());
      """)
    #expect(
      lines == [
        "true false false false", "129 false", "true false false false", "129 false", "encrypted \"\"",
        "OperationError",
      ])
  }

  @Test func `a salt of any length, and every hash function with a label`() async throws {
    let lines = try await run(
      """
      const rsa = { modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) };
      for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]) {
        const { privateKey, publicKey } = await subtle.generateKey({ name: "RSA-PSS", hash, ...rsa }, true, ["sign", "verify"]);
        const digestLength = Number(hash.slice(4)) === 1 ? 20 : Number(hash.slice(4)) / 8;
        const longest = 128 - digestLength - 2;
        const results = new Set();
        for (const saltLength of [0, 1, digestLength - 1, digestLength, longest].filter((length) => length <= longest)) {
          const signature = await subtle.sign({ name: "RSA-PSS", saltLength }, privateKey, text("data"));
          results.add(await subtle.verify({ name: "RSA-PSS", saltLength }, publicKey, signature, text("data")));
          results.add(!await subtle.verify({ name: "RSA-PSS", saltLength }, publicKey, signature, text("date")));
        }
        for (const saltLength of [longest + 1, 2 ** 32 - 1])
          results.add(await failure(() => subtle.sign({ name: "RSA-PSS", saltLength }, privateKey, text("data"))));
        results.add(await subtle.verify({ name: "RSA-PSS", saltLength: 2 ** 32 - 1 }, publicKey, new Uint8Array(128), text("data")));
        console.log(hash, [...results].join());
      }
      for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]) {
        const { privateKey, publicKey } = await subtle.generateKey(
          { name: "RSA-OAEP", hash, modulusLength: 1152, publicExponent: rsa.publicExponent }, true, ["encrypt", "decrypt"]);
        const digestLength = Number(hash.slice(4)) === 1 ? 20 : Number(hash.slice(4)) / 8;
        const longest = 144 - 2 * digestLength - 2;
        const label = text("a label");
        const results = [];
        for (let length = 0; length <= longest; length++) {
          const message = crypto.getRandomValues(new Uint8Array(length));
          const sealed = await subtle.encrypt({ name: "RSA-OAEP", label }, publicKey, message);
          const opened = await subtle.decrypt({ name: "RSA-OAEP", label }, privateKey, sealed);
          if (hex(opened) !== hex(message)) results.push(length);
        }
        results.push(await failure(() => subtle.encrypt({ name: "RSA-OAEP", label }, publicKey, new Uint8Array(longest + 1))));
        for (const length of [0, 143, 145]) results.push(await failure(() => subtle.decrypt({ name: "RSA-OAEP", label }, privateKey, new Uint8Array(length))));
        results.push(await failure(() => subtle.decrypt({ name: "RSA-OAEP", label }, privateKey, new Uint8Array(144).fill(255))));
        console.log(hash, results.join());
      }
      """)
    let failures = Array(repeating: "OperationError", count: 5).joined(separator: ",")
    let names = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]
    #expect(lines == names.map { "\($0) true,OperationError,false" } + names.map { "\($0) \(failures)" })
  }

  @Test func `a key is as long as its algorithm says`() async throws {
    let lines = try await run(
      """
      const algorithm = { name: "RSA-OAEP", hash: "SHA-1", publicExponent: new Uint8Array([1, 0, 1]) };
      for (const modulusLength of [1024, 1032, 1088, 1152]) {
        try {
          const { publicKey } = await subtle.generateKey({ ...algorithm, modulusLength }, true, ["encrypt", "decrypt"]);
          console.log(publicKey.algorithm.modulusLength, 8 * (await subtle.encrypt("RSA-OAEP", publicKey, new Uint8Array(1))).byteLength);
        } catch (error) { console.log(error.name); }
      }
      """)
    #expect(lines == ["1024 1024", "NotSupportedError", "NotSupportedError", "1152 1152"])
  }
}
#endif
