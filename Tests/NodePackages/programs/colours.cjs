const chroma = require("chroma-js"), Color = require("color"), { hsluvToHex, hexToHsluv } = require("hsluv");
console.log(chroma("hotpink").hsl().map((n) => n.toFixed(4)), chroma.scale(["yellow", "008ae5"]).mode("lab").colors(5), chroma.contrast("pink", "purple").toFixed(4), chroma.mix("red", "blue", 0.3, "lch").hex(), chroma.deltaE("#ff0", "#f00").toFixed(4), chroma.limits([1, 2, 9, 20], "q", 3));
console.log(Color("rgba(10, 20, 30, 0.5)").lighten(0.3).hsl().string(), Color("#7743CE").cmyk().round().array(), Color("teal").mix(Color("gold")).hex(), Color({ h: 100, s: 50, l: 30 }).luminosity().toFixed(6));
console.log(hsluvToHex([200, 60, 50]), hexToHsluv("#336699").map((n) => n.toFixed(5)));
for (const bad of [() => chroma("nonsense"), () => Color("nonsense")]) try { bad(); } catch (error) { console.log(error.message); }
