import { InvalidArgumentError } from "../../values/errors.ts";
import type { IndexValues } from "../programs/compile-term.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { checkWords } from "./check-words.ts";
import { planWorkgroup, type WorkgroupPlan } from "./plan-workgroup.ts";
import { programDirection } from "./program-direction.ts";
import { programSteps } from "./program-steps.ts";
import { phaseLines } from "./wgsl-phase.ts";

/** A program at a width as the inside of a workgroup scan. */
interface WgslProgram {
  readonly plan: WorkgroupPlan;
  readonly direction: "forward" | "backward";
  readonly constants: readonly string[];
  readonly steps: readonly string[]; // of `main`
  readonly size: number; // combines
}

/** @throws what `emitProgramWgsl` throws, but for the number of invocations */
export function wgslProgram(program: NetworkProgram, width: number, values: IndexValues): WgslProgram {
  const { assignment, steps } = programSteps(program, width, values);
  const direction = programDirection(program, values, [width]);
  const phases = width === 1 ? [] : program.phases;
  for (const phase of phases) checkWords(phase, width, values);
  const plan = planWorkgroup(assignment, width, steps);
  const loops = phases.flatMap((phase, group) => {
    const lines = phaseLines(phase, { plan, steps, group, direction, values });
    return lines.length === 0 ? [] : ["", `// Phase ${group + 1}`, ...lines];
  });
  const end = plan.hasBarrierAtEnd ? ["", "workgroupBarrier();"] : [];
  return {
    plan,
    direction,
    constants: Object.entries(values).map(([name, value]) => `const ${checkedName(name)} = ${value};`),
    steps: steps.length === 0 ? [] : [...loops, ...end],
    size: steps.reduce((sum, step) => sum + step.pairs.length, 0),
  };
}

/** Names that a module of ours has already. */
const TAKEN = ["N", "i", "j", "a", "value", "first", "current", "main", "load", "store", "combine", "length"];

function checkedName(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name) && !TAKEN.includes(name)) return name;
  throw new InvalidArgumentError("values", `by names that are not taken: ${TAKEN.join(", ")}`, name);
}
