// Defines `Context` for a procedure, and the handler that calls its `execute`.
(() => {
  "use strict";
  const { bridge } = globalThis;
  const { callSync } = bridge;

  const isThenable = (value) => value !== null && typeof value === "object" && typeof value.then === "function";

  /** Makes objects from the names and values of the columns. */
  const rowsFrom = ([names, columns, count]) => {
    const rows = new Array(count);
    for (let index = 0; index < count; index += 1) {
      const row = {};
      for (let column = 0; column < names.length; column += 1) row[names[column]] = columns[column][index];
      rows[index] = row;
    }
    return rows;
  };

  /** A hand-written iterator: resuming a generator for each row, and compiling it for each run, takes longer than the rows. */
  class Rows extends Iterator {
    #query;
    #cursor;
    #batch = [];
    #at = 0;

    constructor(sql, parameters) {
      super();
      this.#query = { sql, parameters };
    }

    next() {
      if (this.#at === this.#batch.length && !this.#read()) return { value: undefined, done: true };
      return { value: this.#batch[this.#at++], done: false };
    }

    return(value) {
      this.#close();
      return { value, done: true };
    }

    /** Reads the next rows; false if there are none. */
    #read() {
      if (this.#query === undefined) return false;
      this.#cursor ??= callSync("database.open", this.#query);
      const batch = callSync("database.next", this.#cursor);
      if (batch === null) {
        this.#close();
        return false;
      }
      this.#batch = rowsFrom(batch);
      this.#at = 0;
      return true;
    }

    #close() {
      if (this.#cursor !== undefined) callSync("database.close", this.#cursor);
      this.#query = this.#cursor = undefined;
      this.#batch = [];
      this.#at = 0;
    }
  }

  class Context {
    static #only = new Context();

    static context() {
      return Context.#only;
    }

    /** Returns all rows as objects. Parameters are a list for `?`, or an object for `:name`. */
    query(sql, parameters) {
      return rowsFrom(callSync("database.query", { sql, parameters }));
    }

    /** Iterates any number of rows, read a thousand at a time: `for (const row of context.rows(...))`. */
    rows(sql, parameters) {
      return new Rows(sql, parameters);
    }

    /** Runs one statement that changes rows; returns `{ changes, lastId }`. */
    execute(sql, parameters) {
      return callSync("database.execute", { sql, parameters });
    }

    /** Inserts a row; returns its id. */
    insert(table, values) {
      return callSync("database.insert", { table, values });
    }

    /** Changes the rows whose columns equal those of `where`; returns their number. */
    update(table, values, where) {
      return callSync("database.update", { table, values, condition: where });
    }

    /** Deletes the rows whose columns equal those of `where`; returns their number. */
    delete(table, where) {
      return callSync("database.delete", { table, condition: where });
    }

    /** Runs `body` in a transaction, which is rolled back if `body` throws or rejects. */
    transaction(body) {
      callSync("database.transaction", "begin");
      const undo = (error) => {
        callSync("database.transaction", "rollback");
        throw error;
      };
      const keep = (value) => {
        try {
          callSync("database.transaction", "commit");
        } catch (error) {
          return undo(error); // A refused commit leaves the transaction open; later changes would be lost with it.
        }
        return value;
      };
      let result;
      try {
        result = body(this);
      } catch (error) {
        return undo(error);
      }
      return isThenable(result) ? result.then(keep, undo) : keep(result);
    }

    /** Reports progress to the caller. */
    progress(value) {
      callSync("procedure.progress", value);
    }
  }

  for (const name of callSync("procedure.queries")) {
    Object.defineProperty(Context.prototype, name, {
      value: (...parameters) => rowsFrom(callSync("database.named", { name, parameters })),
    });
  }
  globalThis.Context = Context;

  const notice = (text) => {
    try {
      callSync("procedure.notice", text);
    } catch {
      // The run has ended, so there is no recipient for the message.
    }
  };

  /** Some thrown values cannot be converted to text. */
  const textOf = (value) => {
    try {
      return String(value);
    } catch {
      return "a value that cannot be converted to text";
    }
  };

  bridge.handle("procedure.execute", (given) => new Promise((resolve, reject) => {
    // By its bare name, because a `const` is not a property of the global object.
    if (typeof execute !== "function") throw new TypeError("the file has no function execute");
    callSync("procedure.begun");
    let hasAnswered = false;
    const answer = (settle) => (value) => {
      if (hasAnswered) {
        notice(settle === reject ? `threw after its answer: ${textOf(value)}` : "answered a second time, which has no effect");
        return;
      }
      hasAnswered = true;
      callSync("procedure.answered");
      settle(value);
    };
    const resolved = answer(resolve);
    const rejected = answer(reject);
    // A function with one more parameter than arguments calls back; an async function answers by its promise.
    const callsBack = execute.length > given.length && execute.constructor.name !== "AsyncFunction";
    const values = [...given];
    if (callsBack) {
      while (values.length < execute.length - 1) values.push(undefined);
      values.push(resolved);
    }
    let returned;
    try {
      returned = execute(...values);
    } catch (error) {
      rejected(error);
      return;
    }
    if (!callsBack) Promise.resolve(returned).then(resolved, rejected);
    else if (isThenable(returned)) returned.then(undefined, rejected);
  }));
})();
