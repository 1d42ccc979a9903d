import * as espree from "espree";
import { walk } from "estree-walker";
const tree = espree.parse("class A { #x = 1; static m() { return this?.y ?? 0; } }", { ecmaVersion: 2022 });
const names = [];
walk(tree, { enter(node) { names.push(node.type); } });
console.log(names, espree.latestEcmaVersion > 10);
