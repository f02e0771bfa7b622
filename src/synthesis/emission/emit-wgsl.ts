import { directionIn } from "../../networks/direction.ts";
import { copyNetwork, type Network, type Step } from "../../networks/network.ts";
import { checkName } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { counted } from "./emit-typescript.ts";
import { type Assignment, type InvocationStep, type PlannedStep, planWorkgroup } from "./plan-workgroup.ts";
import type { SharedWires } from "./shared-wires.ts";
import { titleText } from "./typescript-module.ts";
import { barrierLines } from "./wgsl-phase.ts";
import { checkScanOptions, type WgslScan, type WgslScanOptions, wgslScan } from "./wgsl-scan.ts";

/** Options of `emitWgsl`. */
export interface EmitWgslOptions extends WgslScanOptions {
  readonly assignment?: Assignment; // an invocation for each element, or for each pair of a step; default: "elements"
}

/**
 * A network as a workgroup scan in WGSL, step by step, with as few barriers as its steps in this order and this assignment can have.
 *
 * With arithmetic "integer" the bits are those of `network(…)` on every executor, in blocks of its width.
 *
 * @throws InvalidArgumentError for a network whose pairs lead both ways, which is not a scan, and a type that the operator lacks; UnsupportedError for
 * more than 1,024 invocations
 */
export function emitWgsl(given: Network, options: EmitWgslOptions = {}): WgslScan {
  const network = copyNetwork(given);
  const { width, steps } = network;
  checkScanOptions(options, ["assignment"]);
  const { assignment = "elements", title } = options;
  checkName("assignment", ["elements", "pairs"], assignment);
  const direction = directionIn(network);
  checkDirection(network, direction);
  const plan = planWorkgroup(assignment, width, steps.map(assignment === "elements" ? byElement : byPair));
  const size = steps.reduce((sum, step) => sum + step.length, 0);
  const head = [
    `${titleText(title, "A network")}, ${counted(width, "wire")}: ${counted(size, "combine")} in ${counted(steps.length, "step")}, ${counted(plan.barrierCount, "barrier")}.`,
    `Workgroup b scans elements [b * ${width}, (b + 1) * ${width})${direction === "forward" ? "" : ", counted from the end"}: dispatch ceil(length / ${width}).`,
  ];
  const write = assignment === "elements" ? elementLines : pairLines;
  const declared = assignment === "elements" ? "var source = 0;" : "var pair = vec2<i32>();";
  const end = plan.hasBarrierAtEnd ? ["", "workgroupBarrier();"] : [];
  const linesOver = (wires: SharedWires): readonly string[] => {
    const setting = { wires, copies: plan.copies, direction };
    const lines = plan.steps.flatMap((step, index) => ["", `// Step ${index + 1}`, ...write(step, setting)]);
    return lines.length === 0 ? [] : [declared, ...lines, ...end];
  };
  return wgslScan({ plan, head, direction, constants: [], steps: linesOver }, options);
}

/** What the steps of a scan have in common. */
interface StepSetting {
  readonly wires: SharedWires;
  readonly copies: 1 | 2;
  readonly direction: "forward" | "backward";
}

function checkDirection({ steps }: Network, direction: "forward" | "backward"): void {
  steps.forEach((step, index) => {
    for (const [source, destination] of step) {
      if (source < destination === (direction === "forward")) continue;
      const expected = "that of a scan: pairs that all lead up, or all down";
      throw new InvalidArgumentError(
        "network",
        expected,
        `(${source}, ${destination}) in step ${index + 1}, where others lead the other way`,
      );
    }
  });
}

function byElement(step: Step, group: number): InvocationStep {
  const pairs = step.map(([source, destination]) => ({ invocation: destination, source, destination }));
  return { pairs, group };
}

function byPair(step: Step, group: number): InvocationStep {
  const pairs = [...step]
    .sort((one, other) => one[1] - other[1])
    .map(([source, destination], invocation) => ({ invocation, source, destination }));
  return { pairs, group };
}

/** Invocation j takes up what stands on `source`, if there is one for it. */
function elementLines(step: PlannedStep, { wires, copies, direction }: StepSetting): readonly string[] {
  const from = wires.read("source");
  const keep = wires.write("j", "value");
  const operands = direction === "forward" ? `${from}, value` : `value, ${from}`;
  const write = (text: string): string =>
    copies === 1 && step.isShared ? `{ value = ${text}; ${keep} }` : `{ value = ${text}; }`;
  const isShared = copies === 1 && step.hasBarrierBetween;
  return [
    ...(step.hasBarrierBefore ? barrierLines(copies, wires) : []),
    "source = -1;",
    ...switchLines(sourceCases(step), "source"),
    ...(isShared
      ? [
          `if (source >= 0) { value = combine(${operands}); }`,
          "workgroupBarrier();",
          `if (source >= 0) { ${keep} }`,
        ]
      : [`if (source >= 0) ${write(`combine(${operands})`)}`]),
  ];
}

/** What a switch over `j` assigns, and to whom. */
interface SwitchCase {
  readonly invocations: readonly number[];
  readonly value: string;
}

/** By source or by distance, whichever makes fewer cases. */
function sourceCases({ pairs }: PlannedStep): readonly SwitchCase[] {
  const bySource = casesBy(pairs.map(({ source, invocation }) => [String(source), invocation]));
  const byDistance = casesBy(
    pairs.map(({ source, destination, invocation }) => {
      const distance = destination - source;
      return [distance > 0 ? `j - ${distance}` : `j + ${-distance}`, invocation];
    }),
  );
  return byDistance.length < bySource.length ? byDistance : bySource;
}

function casesBy(assigned: readonly (readonly [value: string, invocation: number])[]): readonly SwitchCase[] {
  const found = new Map<string, number[]>();
  for (const [value, invocation] of assigned) {
    const known = found.get(value);
    if (known === undefined) found.set(value, [invocation]);
    else known.push(invocation);
  }
  return Array.from(found, ([value, invocations]) => ({ value, invocations }));
}

function switchLines(cases: readonly SwitchCase[], name: string): readonly string[] {
  return [
    "switch j {",
    ...cases.map(({ invocations, value }) => `  case ${invocations.join(", ")}: { ${name} = ${value}; }`),
    "  default: {}",
    "}",
  ];
}

/** Invocation j has a pair, or none. */
function pairLines(step: PlannedStep, { wires, direction }: StepSetting): readonly string[] {
  const cases = step.pairs.map(({ invocation, source, destination }) => ({
    invocations: [invocation],
    value: `vec2(${source}, ${destination})`,
  }));
  const operands = [wires.read("pair.x"), wires.read("pair.y")];
  const combined = `combine(${(direction === "forward" ? operands : operands.reverse()).join(", ")})`;
  const work = step.hasBarrierBetween
    ? [
        "{",
        "  var value: Value;",
        `  if (pair.x >= 0) { value = ${combined}; }`,
        "  workgroupBarrier();",
        `  if (pair.x >= 0) { ${wires.write("pair.y", "value")} }`,
        "}",
      ]
    : [`if (pair.x >= 0) { ${wires.write("pair.y", combined)} }`];
  return [
    ...(step.hasBarrierBefore ? barrierLines(1, wires) : []),
    "pair = vec2(-1);",
    ...switchLines(cases, "pair"),
    ...work,
  ];
}
