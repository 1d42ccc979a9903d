const topojson = require("topojson-client");
const base64 = require("base64-js");
const ieee754 = require("ieee754");
console.log(JSON.stringify(topojson.feature({ type: "Topology", arcs: [[[0, 0], [1, 1], [2, 0]]], objects: { x: { type: "LineString", arcs: [0] } } }, "x")), base64.fromByteArray(new Uint8Array([1, 2, 3])), base64.toByteArray("AQI="), ieee754.read([0, 0, 32, 65], 0, true, 23, 4));
