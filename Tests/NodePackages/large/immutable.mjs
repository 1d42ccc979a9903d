// Collections of many elements: changes, sequences, records, equality, printing.
import { fromJS, Map, List, Set, OrderedMap, OrderedSet, Record, Range, Seq, Stack, is, hash, merge, getIn, Repeat } from "immutable";
let map = Map(); for (let at = 0; at < 20000; at++) map = map.set(`k${at}`, at); for (let at = 0; at < 20000; at += 3) map = map.delete(`k${at}`);
console.log(map.size, map.hashCode(), map.reduce((sum, value) => sum + value, 0), is(map, Map(map.toArray().reverse())));
let list = List(Range(0, 50000)); list = list.splice(100, 1000, "x", "y").unshift(-1).setSize(40000).set(39999, "end").withMutations((mutable) => { for (let at = 0; at < 1000; at++) mutable.push(at); });
console.log(list.size, list.get(101), list.get(-1), list.hashCode(), list.slice(95, 105).toJS(), list.indexOf("y"), list.sortBy((value) => -value).first());
console.log(Range(1, Infinity).filter((n) => n % 7 === 0).map((n) => n * n).skip(3).take(5).toArray(), Seq(Range(0, 20)).groupBy((n) => n % 3).map((group) => group.reduce((a, b) => a + b)).toJS(), Repeat("a", 3).join(""));
const Point = Record({ x: 0, y: 0, label: "none" }, "Point"); class Place extends Point { get length() { return Math.sqrt(this.x ** 2 + this.y ** 2); } }
const place = new Place({ x: 3, y: 4, z: 5 }); console.log(String(place), place.length, place.set("x", 6).length, place.equals(new Place({ x: 3, y: 4 })), place.toJS(), "z" in place);
const deep = fromJS({ a: { b: [{ c: 1 }, { c: 2 }] }, s: "t" }); console.log(String(deep.updateIn(["a", "b", 1, "c"], (c) => c + 40).setIn(["n", "m"], Set([1, 1, 2])).mergeDeep({ a: { d: Map({ e: 1 }) } })), getIn(deep, ["a", "b", 0, "c"]), is(deep, fromJS(deep.toJS())), JSON.stringify(deep));
console.log(String(OrderedMap({ z: 1, a: 2 }).sortBy((_, key) => key)), String(OrderedSet(["b", "a", "b"]).union(["c"])), String(Stack([1, 2]).push(0)), String(Set([NaN, NaN, 0, -0, Map({ a: 1 }), Map({ a: 1 })])), ["text", 1.5, 1e20, true, null, undefined].map(hash), merge({ a: 1 }, { b: 2 }));
console.log(List([3, 1, 2]).zip(List("abc")).flatten().interpose("-").toJS(), Map({ a: 1, b: 2 }).flip().mapKeys((key) => key * 2).toJS(), List([1, 2, 3, 4]).partition?.((n) => n > 2)?.map(String), Map({ a: List([1]) }).toString(), [...Map({ a: 1 }).entries()]);
for (const bad of [() => Record({ size: 1 })({}).setIn(["x", "y"], 1), () => List([1]).setIn([0, "a"], 2), () => Range(0, 10, 0).toArray(), () => List().reduce((a) => a), () => Map([1]), () => fromJS({ a: 1 }).updateIn("ab", (x) => x)]) try { console.log(String(bad())); } catch (error) { console.log(error.name, error.message); }
