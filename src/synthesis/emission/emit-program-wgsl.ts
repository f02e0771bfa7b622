// A program as a workgroup scan: its own loops, which are checked to stay within 32 bits.
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { partsOf } from "../programs/build-terms.ts";
import { decodeProgram } from "../programs/decode-program.ts";
import {
  applyIndexOperation,
  compileCondition,
  compileTerm,
  type IndexValues,
} from "../programs/evaluate-term.ts";
import { countersOf } from "../programs/expand-program.ts";
import {
  type IndexTerm,
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
  statementsOf,
} from "../programs/network-program.ts";
import { counted } from "./emit-typescript.ts";
import { planWorkgroup, type WorkgroupPlan } from "./plan-workgroup.ts";
import { programDirection, programSteps } from "./program-steps.ts";
import type { SharedWires } from "./shared-wires.ts";
import { checkNames, titleText } from "./typescript-module.ts";
import { phaseLines } from "./wgsl-phase.ts";
import { checkScanOptions, type WgslScan, type WgslScanOptions, wgslScan } from "./wgsl-scan.ts";

/** A program at a width as the inside of a workgroup scan. */
interface WgslProgram {
  readonly plan: WorkgroupPlan;
  readonly direction: "forward" | "backward";
  readonly constants: readonly string[];
  readonly steps: (wires: SharedWires) => readonly string[]; // of `main`
  readonly size: number; // combines
}

/** @throws what `emitProgramWgsl` throws, but for the number of invocations */
export function wgslProgram(program: NetworkProgram, width: number, values: IndexValues): WgslProgram {
  const { assignment, steps } = programSteps(program, width, values);
  const direction = programDirection(program, values, [width]);
  const phases = width === 1 ? [] : program.phases;
  for (const phase of phases) checkWords(phase, width, values);
  const plan = planWorkgroup(assignment, width, steps);
  const loopsOver = (wires: SharedWires): readonly string[] => {
    let group = 0; // of the phase's first statement
    return phases.flatMap((phase, index) => {
      const lines = phaseLines(phase, { plan, steps, group, direction, values, wires });
      group += statementsOf(phase).length;
      return lines.length === 0 ? [] : ["", `// Phase ${index + 1}`, ...lines];
    });
  };
  const end = plan.hasBarrierAtEnd ? ["", "workgroupBarrier();"] : [];
  return {
    plan,
    direction,
    constants: Object.entries(values).map(([name, value]) => `const ${checkedName(name)} = ${value};`),
    steps: (wires) => (steps.length === 0 ? [] : [...loopsOver(wires), ...end]),
    size: steps.reduce((sum, step) => sum + step.pairs.length, 0),
  };
}

/** Names that a module of ours has already. */
const TAKEN = [
  "N",
  "i",
  "j",
  "a",
  "value",
  "first",
  "current",
  "main",
  "load",
  "store",
  "combine",
  "length",
  "read_wire",
  "write_wire",
];

function checkedName(name: string): string {
  if (/^[A-Za-z]\w*$/.test(name) && !TAKEN.includes(name)) return name;
  throw new InvalidArgumentError("values", `by names that are not taken: ${TAKEN.join(", ")}`, name);
}

/** Options of `emitProgramWgsl`. */
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

/**
 * That every value which a phase comes by at a width fits in 32 bits, and every shift is by fewer than 32 places: what i32 computes is then what the program means.
 *
 * @throws UnsupportedError naming i and j where one does not
 */
function checkWords(phase: ProgramPhase, width: number, values: IndexValues): void {
  const counters = countersOf(phase, width, values);
  for (const statement of statementsOf(phase)) checkStatement(statement, counters, width, values);
}

function checkStatement(
  { guard, source, destination }: ProgramStatement,
  counters: readonly number[],
  width: number,
  values: IndexValues,
): void {
  const guards = partsOf(guard).map((part) => ({
    holds: compileCondition(part),
    terms: part.kind === "all" ? [] : [part.left, part.right].map(wordOf),
  }));
  const indices = [source, destination].map(wordOf);
  for (const i of counters) {
    for (let j = 0; j < width; j++) {
      const known = { ...values, N: width, i, j };
      const check = (terms: readonly ((values: IndexValues) => number)[]): void => {
        if (terms.some((term) => Number.isNaN(term(known)))) refuse(width, i, j);
      };
      // As in WGSL, what stands after a condition that fails is not looked at.
      const isActive = guards.every(({ holds, terms }) => {
        check(terms);
        return holds(known);
      });
      if (isActive) check(indices);
    }
  }
}

function refuse(width: number, i: number, j: number): never {
  throw new UnsupportedError(
    `this program in WGSL at width ${width}`,
    `an index at i = ${i}, j = ${j} does not fit in 32 bits`,
    "emit its network instead, which has no indices to compute",
  );
}

/** The value of a term; not a number where it, or a value on the way, does not fit in i32. */
function wordOf(term: IndexTerm): (values: IndexValues) => number {
  if (term.kind === "integer" || term.kind === "variable") {
    const value = compileTerm(term);
    return (values) => fitted(value(values));
  }
  if (term.kind === "ceilLog2") return compileTerm(term);
  const { operation } = term;
  const [left, right] = [wordOf(term.left), wordOf(term.right)];
  const isShift = operation === "shiftLeft" || operation === "shiftRight";
  return (values) => {
    const [first, second] = [left(values), right(values)];
    if (Number.isNaN(first) || Number.isNaN(second) || (isShift && second > 31)) return Number.NaN;
    return fitted(applyIndexOperation(operation, first, second));
  };
}

function fitted(value: number): number {
  return (value | 0) === value ? value : Number.NaN;
}
