const { Graph, alg } = require("graphlib");
const dagre = require("dagre");
const graph = new Graph();
graph.setEdge("a", "b"); graph.setEdge("b", "c"); graph.setEdge("a", "c");
console.log(alg.topsort(graph), alg.dijkstra(graph, "a").c, alg.isAcyclic(graph));
const layout = new dagre.graphlib.Graph().setGraph({}).setDefaultEdgeLabel(() => ({}));
layout.setNode("x", { width: 10, height: 10 }); layout.setNode("y", { width: 20, height: 10 }); layout.setEdge("x", "y");
dagre.layout(layout);
console.log(layout.nodes().map((name) => layout.node(name)), layout.graph().height);
