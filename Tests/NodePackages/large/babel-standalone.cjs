const Babel = require("@babel/standalone");
console.log(Object.keys(Babel.availablePresets).join(), Object.keys(Babel.availablePlugins).length);
console.log(Babel.transform("const f = async ({ a = 1, ...rest }) => { for await (const x of rest.y ?? []) await x?.[a]?.(); }; class A { static b = 1; #c() {} }", { presets: ["env"] }).code);
console.log(Babel.transform("type A = { b?: string }; const x: A = <p key='1'>{y}</p>", { presets: ["flow", "react"] }).code);
