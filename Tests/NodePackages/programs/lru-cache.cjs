const LRU = require("lru-cache");
const cache = new LRU({ max: 2, dispose: (value, key) => console.log("gone", key) });
cache.set("a", 1).set("b", 2); cache.get("a"); cache.set("c", 3);
console.log([...cache.keys()], cache.has("b"), cache.peek("c"), cache.size);
