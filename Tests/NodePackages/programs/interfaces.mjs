import { Buffer } from "node:buffer";
import { createStore, combineReducers, applyMiddleware } from "redux";
import preact from "preact";
import Observable from "zen-observable";
import { Type } from "@sinclair/typebox";
import * as lib0 from "lib0/encoding.js";
import * as decoding from "lib0/decoding.js";
const store = createStore(combineReducers({ count: (count = 0, { type, by = 1 }) => (type === "add" ? count + by : count), log: (log = [], { type }) => [...log, type.slice(0, 5)].slice(-3) }), applyMiddleware(({ getState }) => (next) => (action) => { const before = getState().count; const result = next(action); console.log(action.type ?? action, before, getState().count); return result; }));
const stop = store.subscribe(() => console.log("changed", store.getState().log)); store.dispatch({ type: "add", by: 5 }); store.dispatch({ type: "other" }); stop(); store.dispatch({ type: "add" });
for (const bad of [() => store.dispatch({}), () => store.dispatch("x"), () => combineReducers({ x: () => undefined })(undefined, { type: "y" })]) try { bad(); } catch (error) { console.log(error.message.split(".")[0]); }
const { h, render, cloneElement, options } = preact;
const tree = cloneElement(h("div", { a: 1, key: "k" }, "x", h("p", null, [1, 2])), { b: 2 }); console.log(JSON.stringify(tree), typeof render, typeof options);
new Observable((observer) => { observer.next(1); observer.next(2); observer.complete(); return () => console.log("cleaned"); }).map((n) => n * 2).concat(Observable.of(9)).subscribe({ next: console.log, complete: () => console.log("complete") });
console.log(JSON.stringify(Type.Object({ a: Type.Optional(Type.Array(Type.Union([Type.Literal("x"), Type.Number({ minimum: 1 })]))) })));
const encoder = lib0.createEncoder(); lib0.writeVarUint(encoder, 300); lib0.writeVarString(encoder, "t\u00fc"); lib0.writeAny(encoder, { a: [1, -2.5, null, true, "x"] }); const bytes = lib0.toUint8Array(encoder); const decoder = decoding.createDecoder(bytes); console.log(Buffer.from(bytes).toString("hex"), decoding.readVarUint(decoder), decoding.readVarString(decoder), decoding.readAny(decoder));
