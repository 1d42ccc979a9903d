const Ajv = require("ajv");
const validate = new Ajv({ allErrors: true }).compile({ type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 3 }, b: { format: "email" } }, additionalProperties: false });
console.log(validate({ a: 4, b: "x@y.zz" }), validate({ a: 1, b: "no", c: 0 }), validate.errors.map((error) => error.message));
