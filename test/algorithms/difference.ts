/** Where two results differ, in a line; undefined where they are the same to the bit. */
export function differenceOf(actual: unknown, expected: unknown, at = "result"): string | undefined {
  if (ArrayBuffer.isView(expected)) return differenceOfArrays(actual, expected, at);
  if (typeof expected !== "object" || expected === null) {
    return Object.is(actual, expected) ? undefined : `${at}: ${shown(actual)} instead of ${shown(expected)}`;
  }
  if (typeof actual !== "object" || actual === null || ArrayBuffer.isView(actual)) {
    return `${at}: ${shown(actual)} instead of ${Array.isArray(expected) ? "an array" : "an object"}`;
  }
  if (Array.isArray(actual) !== Array.isArray(expected)) return `${at}: an array and an object`;
  const [actualKeys, expectedKeys] = [Object.keys(actual), Object.keys(expected)];
  if (actualKeys.join() !== expectedKeys.join()) {
    return `${at}: fields "${actualKeys.join()}" instead of "${expectedKeys.join()}"`;
  }
  const fields = expected as Readonly<Record<string, unknown>>;
  for (const key of expectedKeys) {
    const difference = differenceOf((actual as typeof fields)[key], fields[key], `${at}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function differenceOfArrays(actual: unknown, expected: ArrayBufferView, at: string): string | undefined {
  if (!ArrayBuffer.isView(actual)) return `${at}: ${shown(actual)} instead of a typed array`;
  const [name, expectedName] = [actual.constructor.name, expected.constructor.name];
  if (name !== expectedName) return `${at}: ${name} instead of ${expectedName}`;
  if (actual.byteLength !== expected.byteLength) {
    return `${at}: length ${lengthOf(actual)} instead of ${lengthOf(expected)}`;
  }
  const [bytes, expectedBytes] = [bytesOf(actual), bytesOf(expected)];
  const byte = bytes.findIndex((value, i) => value !== expectedBytes[i]);
  if (byte < 0) return undefined;
  const index = Math.floor(byte / (expected.byteLength / lengthOf(expected)));
  const [value, expectedValue] = [actual, expected].map((view) => (view as Float64Array)[index]);
  return `${at}[${index}] of ${lengthOf(expected)}: ${hexOf(actual, index)} (${shown(value)}) instead of ${hexOf(expected, index)} (${shown(expectedValue)})`;
}

function lengthOf(view: ArrayBufferView): number {
  return (view as Uint8Array).length;
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function hexOf(view: ArrayBufferView, index: number): string {
  const width = view.byteLength / lengthOf(view);
  const bytes = bytesOf(view).slice(index * width, (index + 1) * width);
  return `0x${Buffer.from(bytes.reverse()).toString("hex")}`;
}

function shown(value: unknown): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "bigint") return `${value}n`;
  return ArrayBuffer.isView(value) ? value.constructor.name : String(value);
}
