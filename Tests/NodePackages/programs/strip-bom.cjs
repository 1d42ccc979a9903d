const stripBom = require("strip-bom");
console.log(stripBom("\uFEFFtext"), stripBom("text"));
try { stripBom(1); } catch (error) { console.log(error.message); }
