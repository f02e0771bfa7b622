declare global {
  /** What the module of a page found out; the same in a page and in Node, so that both can be asked. */
  var answer: Promise<unknown> | undefined;
}

/** Runs a page's work and leaves its answer, JSON, where whoever opened the page finds it. */
export function publish(work: () => unknown): void {
  globalThis.answer = (async () => work())();
}
