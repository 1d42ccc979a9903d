const ms = require("ms");
console.log(ms("2 days"), ms("-1.5h"), ms(60000), ms(2 * 60000, { long: true }), ms("x"));
try { ms({}); } catch (error) { console.log(error.message); }
