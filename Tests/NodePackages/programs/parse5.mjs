import { parse, parseFragment, serialize } from "parse5";
console.log(serialize(parse("<!doctype html><title>a</title><p>b<p>c<table><tr><td>d")));
const fragment = parseFragment("<b>x</b>&amp;<svg viewbox='0'>", { sourceCodeLocationInfo: true });
console.log(serialize(fragment), fragment.childNodes.map((node) => [node.nodeName, node.sourceCodeLocation?.startOffset]));
