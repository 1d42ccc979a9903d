// The rows of the suite's urlpatterntestdata.json: a pattern, what is matched with it, and what comes out.
//
// What a row does not say follows from the pattern: its components are those that are given, then those of the base URL, and `*`;
// the groups of each are that of the asterisk.

const components = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
const inherited = ["protocol", "hostname", "port", "pathname", "search", "hash"];

function expectedText({ pattern: [input, second], expected_obj: expected = {}, exactly_empty_components: empty = [] }, name) {
  if (expected[name] !== undefined) return expected[name];
  if (empty.includes(name)) return "";
  const given = typeof input === "object" ? input : {};
  if (given[name]) return given[name];
  const base = given.baseURL ?? (typeof second === "string" ? second : undefined);
  const place = inherited.indexOf(name);
  if (base === undefined || place < 0 || inherited.slice(0, place).some((earlier) => earlier in given)) return "*";
  const text = new URL(base)[name];
  if (name === "protocol") return text.slice(0, -1);
  return name === "search" || name === "hash" ? text.slice(1) : text;
}

function expectedResult({ expected_match: expected, exactly_empty_components: empty = [] }, name) {
  const { input, groups } = expected[name] ?? { input: "", groups: empty.includes(name) ? {} : { 0: "" } };
  return { input, groups: Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, value ?? undefined])) };
}

function check(row) {
  const { pattern: parameters, inputs = [], expected_match: expected } = row;
  if (row.expected_obj === "error") {
    assert_throws_js(TypeError, () => new URLPattern(...parameters));
    return;
  }
  const pattern = new URLPattern(...parameters);
  for (const name of components) assert_equals(pattern[name], expectedText(row, name), name);
  if (expected === "error") {
    assert_throws_js(TypeError, () => pattern.test(...inputs));
    assert_throws_js(TypeError, () => pattern.exec(...inputs));
    return;
  }
  assert_equals(pattern.test(...inputs), Boolean(expected), "test");
  const result = pattern.exec(...inputs);
  if (!expected) {
    assert_equals(result, null, "exec");
    return;
  }
  assert_object_equals(result.inputs, expected.inputs ?? inputs, "inputs");
  for (const name of components) assert_object_equals(result[name], expectedResult(row, name), name);
}

promise_test(async () => {
  const data = await (await fetch("resources/urlpatterntestdata.json")).json();
  for (const row of data) {
    if (typeof row === "object") test(() => check(row), `${JSON.stringify(row.pattern)} with ${JSON.stringify(row.inputs)}`);
  }
}, "The data is there");
