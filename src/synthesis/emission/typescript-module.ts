// What emitted modules share: their types, both scans, titles, and names that are taken.
import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { IndexValues } from "../programs/evaluate-term.ts";
import { INDEX_NAME } from "../programs/network-program.ts";

/** What emitted modules call their own, and what JavaScript and WGSL keep for themselves: a constant of such a name would be no constant. */
const TAKEN: ReadonlySet<string> = new Set(
  (
    "a b i j t N K T levels taken wire value row values blocks block sent first middle enter last combine source pair current length " +
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in " +
    "instanceof new null return super switch this throw true try typeof var void while with let static yield await async of " +
    "implements interface package private protected public arguments eval undefined NaN Infinity Math Array Object Number fn struct loop"
  ).split(" "),
);

/**
 * The constants that a program's further names stand for, each checked once.
 *
 * @throws InvalidArgumentError for what is not a name, or is one of the emitted module's own, and for what is not a whole number
 */
export function checkNames(values: unknown): IndexValues {
  if (typeof values !== "object" || values === null) {
    throw new InvalidArgumentError("values", "an object of whole numbers", describe(values));
  }
  const checked = Object.entries(values).map(([name, value]: [string, unknown]) => {
    if (!INDEX_NAME.test(name) || TAKEN.has(name)) {
      const expected = "by names that are not taken, of letters, digits and _";
      throw new InvalidArgumentError("values", expected, describe(name));
    }
    if (!Number.isSafeInteger(value)) {
      throw new InvalidArgumentError(`values.${name}`, "a whole number within ±2^53", describe(value));
    }
    return [name, Number(value)] as const;
  });
  return Object.fromEntries(checked);
}

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

/** A title as it may stand in a comment of any language: one line, nothing that ends a comment. */
export function titleText(title: string | undefined, otherwise: string): string {
  const text = checkText("title", title ?? otherwise)
    .replace(/[^\w.,:;()<>=+/-]+/g, " ")
    .trim();
  return text === "" ? otherwise : text;
}
