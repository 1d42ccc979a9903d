import katex from "katex";
console.log(katex.renderToString("\\frac{a}{b} + \\sqrt{x^2}", { output: "html" }).length, katex.renderToString("x_i", { output: "mathml" }));
try { katex.renderToString("\\unknown{"); } catch (error) { console.log(error.name, error.message); }
