const marked = new WeakSet<object>();

/** Options of a call: a name that it does not know is refused. */
export function options<Options extends object>(given: Options): Options {
  marked.add(given);
  return given;
}

const quick = new WeakSet<object>();

/** Options that keep a call short, which takes many seconds without them: replaced in part, and never as a whole. */
export function quickOptions<Options extends object>(given: Options): Options {
  quick.add(given);
  return options(given);
}

export function isQuick(value: unknown): boolean {
  return typeof value === "object" && value !== null && quick.has(value);
}

const closed = new WeakSet<object>();

/** Somebody's object whose parts are not replaced: what an executor of nonsense does is its own. */
export function closedObject<Value extends object>(given: Value): Value {
  closed.add(given);
  return given;
}

export function isClosed(value: unknown): boolean {
  return typeof value === "object" && value !== null && closed.has(value);
}

export function isOptions(value: unknown): boolean {
  return typeof value === "object" && value !== null && marked.has(value);
}
