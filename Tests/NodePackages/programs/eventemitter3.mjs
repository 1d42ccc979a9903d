import EventEmitter from "eventemitter3";
import deepEqual from "deep-equal";
import assign from "object-assign";
const emitter = new EventEmitter();
emitter.once("x", function (value) { console.log(value, this.me); }, { me: "context" });
console.log(emitter.emit("x", 1), emitter.emit("x", 2), deepEqual(new Set([1, { a: 2 }]), new Set([1, { a: 2 }])), deepEqual({ a: 1 }, { a: "1" }, { strict: true }), assign({ a: 1 }, null, { b: 2 }));
