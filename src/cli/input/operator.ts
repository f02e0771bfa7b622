import { readFile } from "node:fs/promises";
import { BUILT_IN_OPERATORS, InvalidArgumentError, oneOf } from "../../index.ts";
import { type AnyOperator, parseOperator } from "../../operators.ts";

/** The built-in operator of that name, or the one that a file in the operator language defines. */
export async function readOperator(name: string, argument = "operator"): Promise<AnyOperator> {
  const builtIn = BUILT_IN_OPERATORS.find((operator) => operator.name === name);
  if (builtIn !== undefined) return builtIn;
  let text: string;
  try {
    text = await readFile(name, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const names = BUILT_IN_OPERATORS.map((operator) => operator.name);
    const fact = `"${name}" (as a file: ${error.code})`;
    throw new InvalidArgumentError(
      argument,
      `${oneOf(name, names)}, or a file in the operator language`,
      fact,
    );
  }
  return parseOperator(text, { source: name });
}
