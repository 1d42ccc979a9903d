// Evaluated before testharness.js: what a test file expects of the environment that runs it.
(function () {
  globalThis.self ??= globalThis;
  globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
  globalThis.location ??= { search: $wpt.search, href: "https://web-platform.test/", pathname: "/", origin: "https://web-platform.test" };
  // Tests leave rejected promises behind on purpose.
  globalThis.addEventListener?.("unhandledrejection", (event) => event.preventDefault());
  const { files } = $wpt;
  if (Object.keys(files).length === 0) return;
  const find = (url) => files[new URL(url, "https://web-platform.test/").pathname.slice(1)] ?? files[url];
  globalThis.fetch = async (url) => {
    const text = find(url);
    return { ok: text !== undefined, status: text === undefined ? 404 : 200, text: async () => text, json: async () => JSON.parse(text) };
  };
})();
