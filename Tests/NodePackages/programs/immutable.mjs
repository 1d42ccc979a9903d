import Immutable, { List, Map, Record, Set as OrderedValues, fromJS } from "immutable";
const nested = fromJS({ a: { b: [1, 2, 3] } });
console.log(nested.updateIn(["a", "b"], (list) => list.push(4)).toJS(), Map({ x: 1 }).equals(Map({ x: 1 })), String(List([1, 2]).map((x) => x * 2)));
console.log(`${OrderedValues([3, 3, 1])}`, new (Record({ a: 1, b: 2 }))({ b: 3 }).toJSON(), Immutable.Range(0, 10, 3).toArray());
