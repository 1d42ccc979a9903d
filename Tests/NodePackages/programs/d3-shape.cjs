const { line, arc, pie, stack, curveMonotoneX } = require("d3-shape");
const { hierarchy, tree, treemap } = require("d3-hierarchy");
console.log(line().curve(curveMonotoneX)([[0, 1], [1, 3], [2, 2]]), arc()({ innerRadius: 0, outerRadius: 10, startAngle: 0, endAngle: 1 }), pie()([1, 2]).map((slice) => slice.endAngle.toFixed(3)), stack().keys(["a", "b"])([{ a: 1, b: 2 }]).map((series) => series[0].join()));
const root = hierarchy({ children: [{ value: 1 }, { value: 3 }] }).sum((node) => node.value);
console.log(tree()(root).descendants().map((node) => [node.x, node.y]), treemap()(root).leaves().map((node) => node.x1));
