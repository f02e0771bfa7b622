import { checkProgram } from "../array-program.ts";
import type { Definition, Pattern, Program } from "../term.ts";
import { withinStack } from "../within-stack.ts";
import { printPattern, printTerm, printTypeSyntax } from "./print-term.ts";

/**
 * A program's text; parsed again it is the same program, places aside. Comments are not part of a program.
 *
 * @throws InvalidArgumentError for what `parseProgram` has not made
 */
export function printProgram(program: Program): string {
  checkProgram(program);
  return printDefinitions(program);
}

/** The same of definitions that we put together ourselves. */
export function printDefinitions(program: Program): string {
  let at = 0;
  const print = (definition: Definition): string => {
    at = definition.at;
    return printDefinition(definition);
  };
  return withinStack(
    program,
    () => at,
    () =>
      program.definitions
        .filter(({ isPrelude }) => !isPrelude)
        .map(print)
        .join("\n"),
  );
}

function printDefinition({ kind, name, sizes, types, parameters, result, body }: Definition): string {
  const head = [
    kind,
    name,
    ...sizes.map((size) => `[${size}]`),
    ...types.map((type) => `'${type}`),
    ...parameters.map((parameter: Pattern) => printPattern(parameter)),
  ].join(" ");
  const text = printTerm(body);
  const isLong = text.includes("\n");
  return `${head}${result === undefined ? "" : `: ${printTypeSyntax(result)}`} =${isLong ? `\n  ${text.replaceAll("\n", "\n  ")}` : ` ${text}`}\n`;
}
