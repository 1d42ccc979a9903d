for (const loaded of [require("events"), require("events/")]) {
  const EventEmitter = loaded;
  const emitter = new EventEmitter();
  emitter.on("newListener", (event) => console.log("new", event));
  emitter.prependListener("a", () => console.log("second"));
  emitter.prependOnceListener("a", () => console.log("first"));
  console.log(emitter.emit("a"), emitter.emit("a"), emitter.listenerCount("a"), emitter.eventNames(), EventEmitter.defaultMaxListeners);
  try { emitter.emit("error", new Error("boom")); } catch (error) { console.log(error.message); }
  EventEmitter.once(emitter, "later").then((values) => console.log("later", values));
  emitter.emit("later", 1, 2);
}
