import { checkOptionNames } from "../../values/check-name.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import type { IndexValues } from "../programs/evaluate-term.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { programDirection } from "./program-steps.ts";
import { checkNames, titleText, typescriptModule } from "./typescript-module.ts";
import { programLines } from "./typescript-phases.ts";

/** Options of `emitProgramTypeScript`. */
export interface EmitProgramTypeScriptOptions {
  readonly title?: string; // what it is: "sklansky"; default: "a network of every width"
  readonly values?: IndexValues; // of names beside i, j and N
}

/**
 * A program as a TypeScript module: `scanInPlace(a, combine)` over an array, or a typed array, of any length, and `exclusiveScanInPlace(a, start, combine)`.
 *
 * Loops over `i` and `j`, with the program's own guards and indices. Threads that work at once do so one after another: from the last destination to the
 * first (backward: from the first to the last), so that everything is read before it is written. That is right for a scan, whose pairs all lead one way, and for a
 * program in the owner-computes form or with destinations that grow with j; what any other one writes is kept until its step is over.
 *
 * @throws InvalidArgumentError for a program that makes no network at small widths, or one whose pairs lead both ways
 */
export function emitProgramTypeScript(
  given: NetworkProgram,
  options: EmitProgramTypeScriptOptions = {},
): string {
  const program = decodeProgram(given);
  checkOptionNames(options, ["title", "values"]);
  const { title } = options;
  const values = checkNames(options.values ?? {});
  const direction = programDirection(program, values);
  const names = Object.entries(values).map(([name, value]) => `const ${name} = ${value};`);
  return typescriptModule({
    head: `${titleText(title, "A network of every width")}: threads j work at once in the step of each i.`,
    remarks: [
      `Here one after another, from the ${direction === "forward" ? "last to the first" : "first to the last"}, so that all that a step reads is of before it.`,
    ],
    direction,
    body: ["const N = a.length;", "if (N < 2) return;", ...names, ...programLines(program, direction, "N")],
    isCombining: program.phases.length > 0,
  });
}
