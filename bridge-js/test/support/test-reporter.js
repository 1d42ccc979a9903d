// A reporter of Node's that prints each event in the form in which the tests compare it.

export default async function* report(source) {
  for await (const { type, data } of source) {
    const error = data.details?.error;
    const event = {
      type, name: data.name, nesting: data.nesting, number: data.testNumber, count: data.count, skip: data.skip, todo: data.todo, message: data.message,
      kind: data.details?.type, failure: error && [error.failureType, error.message],
    };
    yield `${JSON.stringify(event)}\n`;
  }
}
