const inherits = require("inherits");
const { EventEmitter } = require("events");
function Child() { EventEmitter.call(this); }
inherits(Child, EventEmitter);
const child = new Child();
child.once("x", (value) => console.log("got", value));
console.log(child.emit("x", 1), child.emit("x", 2), Child.super_ === EventEmitter, child instanceof EventEmitter);
