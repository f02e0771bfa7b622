const marked = new WeakSet<object>();

/** Options of a call: a name that it does not know is refused. */
export function options<Options extends object>(given: Options): Options {
  marked.add(given);
  return given;
}

export function isOptions(value: unknown): boolean {
  return typeof value === "object" && value !== null && marked.has(value);
}
