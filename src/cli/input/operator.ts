import { readFile } from "node:fs/promises";
import { BUILT_IN_OPERATORS, InvalidArgumentError, oneOf } from "../../index.ts";
import { type AnyOperator, parseOperator } from "../../operators.ts";
import { offering } from "../options/parse.ts";

/** What people ask of a column that no operator of two values gives. */
const DESCRIBED = /^(mean|average|avg|median|count|std|stdev|stddev|sd|var|variance|quantiles?|quartiles?)$/i;

/** An operator as it is asked for. Shells complete the names; a file's or a text is as good. */
export const operatorName = offering(
  (text: string) => text,
  BUILT_IN_OPERATORS.map(({ name }) => name),
);

/**
 * The built-in operator of that name, or the one that a text in the operator language defines: a file's (`FILE` or `@FILE`), or the argument
 * itself where no file is of that name and it has the arrow that every such text has.
 */
export async function readOperator(name: string, argument = "operator"): Promise<AnyOperator> {
  const builtIn = BUILT_IN_OPERATORS.find((operator) => operator.name === name);
  if (builtIn !== undefined) return builtIn;
  const path = name.startsWith("@") ? name.slice(1) : name;
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (path === name && name.includes("=>")) return parseOperator(name);
    if (DESCRIBED.test(name)) {
      const expected =
        "what combines two values, such as add; describe FILE has the mean, deviation, median and count, with --by NAME of each key";
      throw new InvalidArgumentError(argument, expected, JSON.stringify(name));
    }
    const names = BUILT_IN_OPERATORS.map((operator) => operator.name);
    const fact = `"${name}" (as a file: ${error.code})`;
    throw new InvalidArgumentError(
      argument,
      `${oneOf(name, names)}, or a file in the operator language`,
      fact,
    );
  }
  return parseOperator(text, { source: path });
}
