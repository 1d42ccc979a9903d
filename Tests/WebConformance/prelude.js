// Evaluated before testharness.js: what a test file expects of the environment that runs it.
(function () {
  // The tests of fetch use addresses relative to their page, and these runtimes have none.
  function resolveAddresses() {
    const isAddress = (url) => typeof url === "string" || typeof url === "function";
    const absolute = (url) => (isAddress(url) ? URL.parse?.(url, location.href)?.href ?? resolved(url) : url);
    const resolved = (url) => {
      try {
        return new URL(url, location.href).href;
      } catch {
        return url;
      }
    };
    if (typeof Request !== "function") return;
    const { redirect } = Response;
    Response.redirect = (url, ...rest) => redirect.call(Response, absolute(url), ...rest);
    if (typeof fetch === "function") {
      globalThis.fetch = new Proxy(fetch, { apply: (target, self, [input, ...rest]) => Reflect.apply(target, self, [absolute(input), ...rest]) });
    }
    globalThis.Request = new Proxy(Request, {
      construct: (target, [input, ...rest], newTarget) => Reflect.construct(target, [absolute(input), ...rest], newTarget),
    });
  }

  globalThis.self ??= globalThis;
  globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
  const { href, origin, protocol, host, hostname, port, pathname, search } = new URL($wpt.href);
  globalThis.location ??= { href, origin, protocol, host, hostname, port, pathname, search, toString: () => href };
  // The tests of Blob read blobs by the interface of pages, which neither runtime has.
  globalThis.FileReader ??= class extends EventTarget {
    result = null;
    readAsText(blob) {
      this.#read(blob.text());
    }
    readAsArrayBuffer(blob) {
      this.#read(blob.arrayBuffer());
    }
    async #read(contents) {
      let event = new Event("load");
      try {
        this.result = await contents;
      } catch {
        event = new Event("error");
      }
      this.dispatchEvent(event);
      this[`on${event.type}`]?.(event);
    }
  };
  // Tests leave rejected promises behind on purpose.
  globalThis.addEventListener?.("unhandledrejection", (event) => event.preventDefault());
  // A page stays until its tests are complete, but timers such as that of `AbortSignal.timeout` let a program end.
  setInterval(() => {}, 1000);
  if ($wpt.hasBase) resolveAddresses();
  const { files } = $wpt;
  if (Object.keys(files).length === 0) return;
  const find = (url) => files[new URL(url, "https://web-platform.test/").pathname.slice(1)] ?? files[url];
  globalThis.fetch = async (url) => {
    const text = find(url);
    return { ok: text !== undefined, status: text === undefined ? 404 : 200, text: async () => text, json: async () => JSON.parse(text) };
  };
})();
