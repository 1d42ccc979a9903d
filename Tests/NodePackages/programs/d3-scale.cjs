const { scaleLinear, scaleLog, scaleOrdinal, scaleUtc, scaleBand } = require("d3-scale");
console.log(scaleLinear().domain([0, 10]).range([0, 100])(2.5), scaleLog().domain([1, 1000]).ticks(3), scaleOrdinal(["a", "b"])(7), scaleBand().domain(["x", "y"]).range([0, 10])("y"));
console.log(scaleLinear().domain([0, 1]).range(["red", "blue"])(0.5), scaleUtc().domain([0, 86400000]).ticks(4).map((date) => date.toISOString()));
