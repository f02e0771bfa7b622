import type { IndexValues } from "../programs/compile-term.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { checkNames } from "./check-names.ts";
import { counted } from "./emit-typescript.ts";
import { titleText } from "./title-text.ts";
import { wgslProgram } from "./wgsl-program.ts";
import { checkScanOptions, type WgslScan, type WgslScanOptions, wgslScan } from "./wgsl-scan.ts";

export interface EmitProgramWgslOptions extends WgslScanOptions {
  readonly values?: IndexValues; // of names beside i, j and N
}

/**
 * A program as a workgroup scan in WGSL at a width: its own loops, guards and indices, with as few barriers as its steps can have; where only some steps of a loop
 * need one, the text says which.
 *
 * In the owner-computes form there is an invocation for each element, in the pair-index form one for each pair of the largest step.
 *
 * @throws InvalidArgumentError for a program that makes no network at this width, and one whose pairs lead both ways; UnsupportedError for more than 1,024
 * invocations, and for indices that do not fit in 32 bits
 */
export function emitProgramWgsl(
  given: NetworkProgram,
  width: number,
  options: EmitProgramWgslOptions = {},
): WgslScan {
  const program = decodeProgram(given);
  checkScanOptions(options, ["values"]);
  const { title } = options;
  const values = checkNames(options.values ?? {});
  const { plan, direction, constants, steps, size } = wgslProgram(program, width, values);
  const head = [
    `${titleText(title, "A program")} at ${counted(width, "wire")}: ${counted(size, "combine")} in ${counted(plan.steps.length, "step")}, ${counted(plan.barrierCount, "barrier")}.`,
    `Workgroup b scans elements [b * ${width}, (b + 1) * ${width})${direction === "forward" ? "" : ", counted from the end"}: dispatch ceil(length / ${width}).`,
  ];
  return wgslScan({ plan, head, direction, constants, steps }, options);
}
