// The JavaScript half of the plain host: (native) => the functions that C calls.
//
// A call takes an id, puts `resolve` and `reject` into a map under it and posts id and value. `settle` looks the id up,
// forgets it and resolves. Every method has a post function of its own, so no name is looked up on either side.
(function (native) {
  "use strict";
  const pending = new Map();
  let next = 1;

  const method = (post) => (value) => new Promise((resolve, reject) => {
    const id = next++;
    pending.set(id, { resolve, reject });
    post(id, value);
  });

  const settle = (id, value) => {
    const entry = pending.get(id);
    if (entry === undefined) return; // Settled before.
    pending.delete(id);
    entry.resolve(value);
  };

  const settleMany = function () {
    for (let i = 0; i < arguments.length; i += 2) settle(arguments[i], arguments[i + 1]);
  };

  // C awaits JavaScript: whatever the handler's promise becomes goes to `answer`.
  const handler = async (x) => x;
  const invoke = function () {
    for (let i = 0; i < arguments.length; i += 2) {
      const id = arguments[i];
      handler(arguments[i + 1]).then((value) => native.answer(id, value));
    }
  };

  // A stream with credit: C pushes no more than it was granted; half a window taken asks for as much again.
  let receive;
  const stream = (count, window) => {
    let items = [], head = 0, left = count, taken = 0, waiter;
    const take = () => {
      const value = items[head++];
      left--;
      if (++taken * 2 >= window) {
        native.grant(Math.min(taken, left));
        taken = 0;
      }
      return { value, done: false };
    };
    receive = (batch) => {
      if (head === items.length) items = [], head = 0;
      for (let i = 0; i < batch.length; i++) items.push(batch[i]);
      if (waiter === undefined) return;
      const wake = waiter;
      waiter = undefined;
      wake(take());
    };
    native.grant(Math.min(window, count));
    return {
      [Symbol.asyncIterator]() { return this; },
      next() {
        if (left === 0) return Promise.resolve({ value: undefined, done: true });
        if (head < items.length) return Promise.resolve(take());
        return new Promise((resolve) => { waiter = resolve; });
      },
    };
  };

  const { stringify, parse } = JSON;
  const text = method(native.postText);
  globalThis.host = {
    now: native.now,
    stream,
    methods: {
      "number.within": method(native.postNumberWithin),
      "number.queued": method(native.postNumberQueued),
      "number.thread": method(native.postNumberThread),
      "value.within": method(native.postValue),
      "json.within": method(native.postJSONWithin),
      "json.queued": method(native.postJSONQueued),
      "text.within": (value) => text(stringify(value)).then(parse),
      "bytes.copied": method(native.postBytes),
      "never": method(() => {}),
    },
    synchronous: native.echo,
  };
  return [settle, settleMany, invoke, function () { receive(arguments); }, () => pending.size];
})
