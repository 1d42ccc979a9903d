const once = require("once");
const f = once((value) => { console.log("called", value); return value; });
console.log(f(1), f(2), f.called, f.value);
try { const strict = once.strict(function named() {}); strict(); strict(); } catch (error) { console.log(error.message); }
