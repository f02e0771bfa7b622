// A program's phases as loops of WGSL, with the barriers of the plan.
import { evaluateTerm, type IndexValues } from "../programs/evaluate-term.ts";
import { countersOf } from "../programs/expand-program.ts";
import { type ProgramPhase, type ProgramStatement, statementsOf } from "../programs/network-program.ts";
import {
  type CounterFacts,
  conditionText,
  counterFacts,
  type IndexLanguage,
  type IndexText,
  indexText,
  isNatural,
  mentions,
} from "./index-text.ts";
import type { WorkgroupPlan } from "./plan-workgroup.ts";
import type { CountedStep } from "./program-steps.ts";
import type { SharedWires } from "./shared-wires.ts";

/** Where a phase stands, or a statement of it. */
interface PhaseSetting {
  readonly plan: WorkgroupPlan;
  readonly steps: readonly CountedStep[];
  readonly group: number; // of the statement, or of the first one
  readonly facts: CounterFacts;
  readonly direction: "forward" | "backward";
  readonly values: IndexValues;
  readonly wires: SharedWires;
}

/** The loop of a phase, with a barrier for those of its steps that need one. */
export function phaseLines(phase: ProgramPhase, around: Omit<PhaseSetting, "facts">): readonly string[] {
  const { plan, values, group } = around;
  const counters = countersOf(phase, plan.width, values);
  if (counters.length === 0) return [];
  const [first, last] = [counters[0], counters[counters.length - 1]];
  const head =
    phase.direction === "up"
      ? `for (var i = ${first}; i <= ${last}; i++) {`
      : `for (var i = ${first}; i >= ${last}; i--) {`;
  const facts = counterFacts(phase);
  const statements = statementsOf(phase).map((each, index) =>
    statementLines(each, { ...around, facts, group: group + index }, counters),
  );
  const lines =
    statements.length === 1
      ? statements[0]
      : statements.flatMap((each) => ["{", ...each.map((line) => `  ${line}`), "}"]);
  return [head, ...lines.map((line) => `  ${line}`), "}"];
}

function statementLines(
  statement: ProgramStatement,
  setting: PhaseSetting,
  counters: readonly number[],
): readonly string[] {
  const { plan, wires } = setting;
  const before = placesOf("hasBarrierBefore", setting, counters);
  const between = placesOf("hasBarrierBetween", setting, counters);
  const inside = barrierWhere(between, counters, barrierLines(1, wires));
  return [
    ...barrierWhere(before, counters, barrierLines(plan.copies, wires)),
    ...(plan.assignment === "elements" ? elementLines : pairLines)(statement, setting, inside),
  ];
}

/** The values of i for which a barrier is needed there. */
function placesOf(
  where: "hasBarrierBefore" | "hasBarrierBetween",
  { plan, steps, group }: PhaseSetting,
  counters: readonly number[],
): readonly number[] {
  const found = steps.flatMap(({ counter, group: own }, index) =>
    own === group && plan.steps[index][where] ? [counter] : [],
  );
  return counters.filter((counter) => found.includes(counter));
}

/** A barrier for some values of i. The condition is the same for all invocations. */
function barrierWhere(
  places: readonly number[],
  counters: readonly number[],
  lines: readonly string[],
): readonly string[] {
  if (places.length === counters.length) return lines;
  if (places.length === 0) return [];
  const others = counters.filter((counter) => !places.includes(counter));
  const [shorter, sign, joint] =
    others.length < places.length ? [others, "!=", " && "] : [places, "==", " || "];
  const condition = rangeText(places, counters) ?? shorter.map((each) => `i ${sign} ${each}`).join(joint);
  return [`if (${condition}) {`, ...lines.map((line) => `  ${line}`), "}"];
}

/** Where the places are all counters from one on, or up to one. */
function rangeText(places: readonly number[], counters: readonly number[]): string | undefined {
  const [least, most] = [places, places].map((all, side) =>
    all.reduce((one, other) => (side === 0 ? Math.min(one, other) : Math.max(one, other))),
  );
  if (counters.every((counter) => counter >= least === places.includes(counter))) return `i >= ${least}`;
  return counters.every((counter) => counter <= most === places.includes(counter))
    ? `i <= ${most}`
    : undefined;
}

function languageOf({ plan, values, facts }: PhaseSetting): IndexLanguage {
  return languageAt({ ...values, N: plan.width }, facts);
}

/** WGSL where some names are known: logarithms over these are numbers. */
export function languageAt(known: IndexValues, counter: CounterFacts): IndexLanguage {
  return wgslIndex(counter, ({ term, alone }) =>
    ["i", "j", "b", "t"].some((name) => mentions(term, name))
      ? `(32 - i32(countLeadingZeros(u32(${alone}) - 1u)))`
      : String(evaluateTerm({ kind: "ceilLog2", of: term }, known)),
  );
}

/** Invocation j takes up what its source has, if the guard lets it. */
function elementLines(
  { guard, ...indices }: ProgramStatement,
  setting: PhaseSetting,
  between: readonly string[],
): readonly string[] {
  const { plan, group, direction, wires } = setting;
  const language = languageOf(setting);
  const source = wires.read(indexText(indices.source, language));
  const operands = direction === "forward" ? `${source}, value` : `value, ${source}`;
  const isWritten = plan.copies === 1 && plan.steps.some((step) => step.group === group && step.isShared);
  return guarded(
    conditionText(guard, language),
    [`value = combine(${operands});`],
    isWritten ? [wires.write("j", "value")] : [],
    between,
  );
}

/** Invocation j has a pair, if the guard says so. */
function pairLines(
  { guard, ...indices }: ProgramStatement,
  setting: PhaseSetting,
  between: readonly string[],
): readonly string[] {
  const language = languageOf(setting);
  const [source, destination] = [indices.source, indices.destination].map((term) =>
    indexText(term, language),
  );
  const { wires, direction } = setting;
  const read = [wires.read("source"), wires.read("destination")];
  const combined = `combine(${(direction === "forward" ? read : read.reverse()).join(", ")})`;
  const condition = conditionText(guard, language);
  if (between.length === 0) {
    return guarded(
      condition,
      [`let source = ${source};`, `let destination = ${destination};`, wires.write("destination", combined)],
      [],
      [],
    );
  }
  const reads = [`let source = ${source};`, `destination = ${destination};`, `value = ${combined};`];
  return [
    "var destination = 0;",
    "var value: Value;",
    ...guarded(condition, reads, [wires.write("destination", "value")], between),
  ];
}

/** What a thread does where its guard holds: `reads`, perhaps a barrier for all, `writes`. */
function guarded(
  condition: string | undefined,
  reads: readonly string[],
  writes: readonly string[],
  between: readonly string[],
): readonly string[] {
  const where = (text: string | undefined, lines: readonly string[]): readonly string[] =>
    text === undefined || lines.length === 0
      ? lines
      : [`if (${text}) {`, ...lines.map((line) => `  ${line}`), "}"];
  if (between.length === 0) return where(condition, [...reads, ...writes]);
  const isActive = condition === undefined ? undefined : "isActive";
  const kept = condition === undefined ? [] : [`let isActive = ${condition};`];
  return [...kept, ...where(isActive, reads), ...between, ...where(isActive, writes)];
}

/** Index terms in WGSL, over i32. `literal` gives the value of a logarithm, which has to be known. */
function wgslIndex(counter: CounterFacts, logarithm: IndexLanguage["ceilLog2"]): IndexLanguage {
  return {
    comparisons: { equal: "==", notEqual: "!=", less: "<", lessOrEqual: "<=" },
    name: (name) => name,
    ceilLog2: logarithm,
    operation(operation, left, right): IndexText {
      switch (operation) {
        case "shiftLeft":
          return { text: `${left.tight} << ${placesText(right.alone)}`, binding: "loose" };
        case "shiftRight":
          return { text: `${left.tight} >> ${placesText(right.alone)}`, binding: "loose" };
        case "divide": {
          if (isNatural(left.term, counter))
            return { text: `${left.tight} / ${right.tight}`, binding: "product" };
          const rest = `(${left.tight} % ${right.tight} + ${right.tight}) % ${right.tight}`;
          return { text: `(${left.tight} - ${rest}) / ${right.tight}`, binding: "product" };
        }
        case "modulo": {
          const rest = `${left.tight} % ${right.tight}`;
          const text = isNatural(left.term, counter) ? rest : `(${rest} + ${right.tight}) % ${right.tight}`;
          return { text, binding: "product" };
        }
        case "and":
          return { text: `${left.tight} & ${right.tight}`, binding: "loose" };
        case "minimum":
          return { text: `min(${left.alone}, ${right.alone})`, binding: "atom" };
        case "maximum":
          return { text: `max(${left.alone}, ${right.alone})`, binding: "atom" };
        default:
          return operation satisfies never;
      }
    },
  };
}

/** Places of a shift are u32. */
function placesText(text: string): string {
  return /^\d+$/.test(text) ? `${text}u` : `u32(${text})`;
}

/** Where all invocations meet; of two copies, after each has written its value to the one that was not read from. */
export function barrierLines(copies: 1 | 2, wires: SharedWires): readonly string[] {
  return copies === 1
    ? ["workgroupBarrier();"]
    : ["current = 1 - current;", wires.write("j", "value"), "workgroupBarrier();"];
}
