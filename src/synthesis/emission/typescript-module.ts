/** What every emitted module begins with. */
export const TYPESCRIPT_TYPES = `/** Anything with numbered values: an array, or a typed array. */
export interface Values<Value> {
  readonly length: number;
  [index: number]: Value;
}

/** Two values to one. \`left\` stands for elements on the left of those of \`right\`. */
export type Combine<Value> = (left: Value, right: Value) => Value;
`;

/** What the parts of a module of two scans differ in. */
interface TypeScriptScan {
  readonly head: string; // a sentence
  readonly remarks: readonly string[]; // further sentences, one to a line
  readonly direction: "forward" | "backward";
  readonly body: readonly string[]; // of `scanInPlace(a, combine)`, line by line, not indented
  readonly isCombining: boolean; // whether the body calls `combine`
}

/** A module of `scanInPlace` and `exclusiveScanInPlace`: no imports, strict types, the layout of this repository. */
export function typescriptModule({ head, remarks, direction, body, isCombining }: TypeScriptScan): string {
  const what = direction === "forward" ? "prefix" : "suffix";
  const left = direction === "forward" ? "before" : "after";
  const lines = body.map((line) => (line === "" ? "" : `  ${line}`));
  const combine = isCombining ? "combine" : "_combine";
  return `${TYPESCRIPT_TYPES}
/**
 * Inclusive scan in place: a[j] becomes the ${what} that ends ${direction === "forward" ? "" : "(begins) "}with element j.
 *
${[head, ...remarks].map((line) => ` * ${line}\n`).join("")} */
export function scanInPlace<Value>(a: Values<Value>, ${combine}: Combine<Value>): void {
${lines.join("\n")}
}

/** Exclusive scan in place, by the same combines: \`start\` enters as the first element, and a[j] becomes what comes ${left} element j. */
export function exclusiveScanInPlace<Value>(a: Values<Value>, start: Value, combine: Combine<Value>): void {
${direction === "forward" ? SHIFT_UP : SHIFT_DOWN}
  scanInPlace(a, combine);
}
`;
}

const SHIFT_UP = `  for (let j = a.length - 1; j > 0; j--) a[j] = a[j - 1];
  if (a.length > 0) a[0] = start;`;

const SHIFT_DOWN = `  for (let j = 1; j < a.length; j++) a[j - 1] = a[j];
  if (a.length > 0) a[a.length - 1] = start;`;
