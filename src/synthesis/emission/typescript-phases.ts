// A program's phases as loops of TypeScript that run threads one after another, in an order in which nothing is overwritten too soon.
import { add, integer, partsOf } from "../programs/build-terms.ts";
import {
  type IndexCondition,
  type IndexTerm,
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
  statementsOf,
} from "../programs/network-program.ts";
import {
  type CounterFacts,
  conditionText,
  counterFacts,
  type IndexLanguage,
  type IndexText,
  indexText,
  isIncreasing,
  isLogarithmic,
  isNatural,
  mentions,
} from "./index-text.ts";

/**
 * The loops of a program in TypeScript, over `N`, `a` and `combine`. `length` is the text of how many wires there are: N, or fewer, where those above are left out; then
 * every pair has to lead up.
 */
export function programLines(
  program: NetworkProgram,
  direction: "forward" | "backward",
  length: string,
): readonly string[] {
  const phases = program.phases.flatMap((phase, index) => [
    "",
    `// Phase ${index + 1}`,
    ...phaseLines(phase, direction, length),
  ]);
  const hasLevels = phases.some((line) => /\blevels\b/.test(line));
  return [
    ...(hasLevels ? ["const levels = Math.ceil(Math.log2(N)); // exact at powers of two"] : []),
    ...phases,
  ];
}

function phaseLines(
  phase: ProgramPhase,
  direction: "forward" | "backward",
  length: string,
): readonly string[] {
  const facts = counterFacts(phase);
  const language = javascriptIndex(facts);
  const text = (term: IndexTerm): string => indexText(term, language);
  const end = add(phase.count, phase.first);
  const head =
    phase.direction === "up"
      ? `for (let i = ${text(phase.first)}; i < ${text(end)}; i++) {`
      : `for (let i = ${text(add(end, integer(-1)))}; i >= ${text(phase.first)}; i--) {`;
  const statements = statementsOf(phase).map((each) =>
    threadLines(each, { direction, length, facts }, language),
  );
  const lines = statements.flatMap((each) =>
    statements.length === 1 || each[0].startsWith("for")
      ? each
      : ["{", ...each.map((line) => `  ${line}`), "}"],
  );
  return [head, ...lines.map((line) => `  ${line}`), "}"];
}

interface ThreadSetting {
  readonly direction: "forward" | "backward";
  readonly length: string;
  readonly facts: CounterFacts;
}

/** The threads of a step. */
function threadLines(
  { guard, ...indices }: ProgramStatement,
  { direction, length, facts }: ThreadSetting,
  language: IndexLanguage,
): readonly string[] {
  const [source, destination] = [indices.source, indices.destination].map(
    (term) => `a[${indexText(term, language)}]`,
  );
  const operands = direction === "forward" ? [source, destination] : [destination, source];
  const combined = `combine(${operands.join(", ")})`;
  const only = onlyThread(guard);
  if (only !== undefined) {
    const isInRange = isNatural(only.is, facts) ? `j < ${length}` : `j >= 0 && j < ${length}`;
    return singleThread(only, isInRange, `${destination} = ${combined};`, language);
  }
  const wire = indexText(indices.destination, language);
  const asked = conditionText(guard, language);
  const isShort = wire === "j" || length === "N"; // every destination is a wire
  const conditions = [...(asked === undefined ? [] : [asked]), ...(isShort ? [] : [`${wire} < ${length}`])];
  const guarded = (work: string): string =>
    conditions.length === 0 ? `  ${work}` : `  if (${conditions.join(" && ")}) ${work}`;
  const threads = wire === "j" ? length : "N";
  const falling = `for (let j = ${threads} - 1; j >= 0; j--) {`;
  const rising = `for (let j = 0; j < ${threads}; j++) {`;
  if (isIncreasing(indices.destination)) {
    return [direction === "forward" ? falling : rising, guarded(`${destination} = ${combined};`), "}"];
  }
  return [
    "const taken: [wire: number, value: Value][] = [];",
    rising,
    guarded(`taken.push([${wire}, ${combined}]);`),
    "}",
    "for (const [wire, value] of taken) a[wire] = value;",
  ];
}

/** The one thread that works, and what else it asks: where a guard says which `j` it is. */
interface OnlyThread {
  readonly is: IndexTerm;
  readonly others: readonly IndexCondition[];
}

function onlyThread(guard: IndexCondition): OnlyThread | undefined {
  const parts = partsOf(guard);
  for (const part of parts) {
    if (part.kind === "all" || part.comparison !== "equal") continue;
    const [left, right] = [part.left, part.right];
    const is = isThread(left) ? right : isThread(right) ? left : undefined;
    if (is === undefined || mentions(is, "j")) continue;
    return { is, others: parts.filter((each) => each !== part) };
  }
  return undefined;
}

function isThread(term: IndexTerm): boolean {
  return term.kind === "variable" && term.name === "j";
}

function singleThread(
  { is, others }: OnlyThread,
  range: string,
  work: string,
  language: IndexLanguage,
): readonly string[] {
  const conditions = others.flatMap((each) => conditionText(each, language) ?? []);
  return [`const j = ${indexText(is, language)};`, `if (${[range, ...conditions].join(" && ")}) ${work}`];
}

/**
 * Index terms in JavaScript, exact for every width that an array has.
 *
 * Shifts are of 32 bits; where a number of places may grow with the width and not with its logarithm, powers of two are written instead.
 */
export function javascriptIndex(counter: CounterFacts): IndexLanguage {
  return {
    comparisons: { equal: "===", notEqual: "!==", less: "<", lessOrEqual: "<=" },
    name: (name) => name,
    ceilLog2: ({ alone }) => (alone === "N" ? "levels" : `Math.ceil(Math.log2(${alone}))`),
    operation(operation, left, right): IndexText {
      const isShort = isLogarithmic(right.term, counter);
      switch (operation) {
        case "shiftLeft":
          if (isShort) return { text: `${left.tight} << ${right.tight}`, binding: "loose" };
          if (left.alone === "1") return { text: `2 ** ${right.tight}`, binding: "loose" };
          return { text: `${left.tight} * 2 ** ${right.tight}`, binding: "loose" };
        case "shiftRight":
          if (isShort) return { text: `${left.tight} >> ${right.tight}`, binding: "loose" };
          return { text: `Math.floor(${left.tight} / 2 ** ${right.tight})`, binding: "atom" };
        case "divide":
          return { text: `Math.floor(${left.tight} / ${right.tight})`, binding: "atom" };
        case "modulo": {
          const rest = `${left.tight} % ${right.tight}`;
          const text = isNatural(left.term, counter) ? rest : `(${rest} + ${right.tight}) % ${right.tight}`;
          return { text, binding: "product" };
        }
        case "and":
          return { text: `${left.tight} & ${right.tight}`, binding: "loose" };
        case "minimum":
          return { text: `Math.min(${left.alone}, ${right.alone})`, binding: "atom" };
        case "maximum":
          return { text: `Math.max(${left.alone}, ${right.alone})`, binding: "atom" };
        default:
          return operation satisfies never;
      }
    },
  };
}
