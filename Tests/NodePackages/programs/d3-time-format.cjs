const { utcFormat, utcParse } = require("d3-time-format");
const { format, precisionRound, formatPrefix } = require("d3-format");
console.log(utcFormat("%A %d %B %Y %H:%M:%S %j %U")(new Date(0)), utcParse("%Y-%m-%d")("2020-02-29").getTime(), format(",.2r")(4223), format("~s")(1500), format("+.1%")(0.123), precisionRound(0.01, 1.01), formatPrefix(",.0", 1e-6)(0.00042));
