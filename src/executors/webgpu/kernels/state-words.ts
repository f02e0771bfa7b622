// Small pieces of WGSL that many kernels have: values in words of the state, by atomics, and lines moved to the right.

/** The `Value` that stands at `start` of the state. */
export function stateValue(words: number): string {
  const loads = Array.from({ length: words }, (_, word) => `atomicLoad(&state[start + ${word}u])`);
  return `Value(${loads.join(", ")})`;
}

/** Statements that put a value at `start` of the state. */
export function storeState(words: number, value: string, indent = "  ", start = "start"): string {
  const stores = Array.from(
    { length: words },
    (_, word) => `${indent}atomicStore(&state[${start} + ${word}u], ${value}.w${word});`,
  );
  return stores.join("\n");
}

/** Every line that has anything in it, moved to the right. */
export function indent(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(width));
}
