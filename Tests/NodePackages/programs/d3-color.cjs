const { rgb, hsl, lab, color } = require("d3-color");
const { interpolateRgb, interpolateString, interpolateNumber } = require("d3-interpolate");
console.log(`${color("steelblue")}`, `${hsl("red").darker()}`, lab("white").l, rgb("#abc").hex(), interpolateRgb("red", "green")(0.5), interpolateString("10px", "20px")(0.25), interpolateNumber(1, 3)(0.5));
