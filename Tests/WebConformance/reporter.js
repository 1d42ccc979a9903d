// Evaluated after testharness.js: prints a line for each result, and one at the end.
(function () {
  const print = console.log;
  const { stringify } = JSON;
  setup({ explicit_timeout: true });
  add_result_callback(({ name, status, message }) => print(`\u0001${stringify([name, status, message])}`));
  add_completion_callback((_, { status, message }) => print(`\u0002${stringify([status, message])}`));
})();
