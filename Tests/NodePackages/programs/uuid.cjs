const { v3, v4, v5, validate, version, parse, stringify } = require("uuid");
console.log(v5("hello", v5.URL), v3("hello", v3.DNS), validate(v4()), version(v4()), stringify(parse("6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b")));
