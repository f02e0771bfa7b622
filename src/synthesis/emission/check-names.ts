import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { IndexValues } from "../programs/compile-term.ts";
import { INDEX_NAME } from "../programs/index-term.ts";

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
 * The constants that a program's further names stand for, each once looked at.
 *
 * @throws InvalidArgumentError for what is no name, or is one of the emitted module's own, and for what is no whole number
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
