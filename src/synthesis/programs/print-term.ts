import { integer, isSameTerm, subtract } from "./build-terms.ts";
import { decodeCondition, decodeTerm } from "./decode-program.ts";
import type { IndexCondition, IndexOperation, IndexTerm } from "./index-term.ts";

/** How tightly an operation binds, as in C; `and` stands in parentheses wherever it is an operand. */
const BINDING: Readonly<
  Record<Exclude<IndexOperation, "minimum" | "maximum">, [sign: string, binding: number]>
> = {
  multiply: ["*", 4],
  divide: ["/", 4],
  modulo: ["%", 4],
  add: ["+", 3],
  subtract: ["-", 3],
  shiftLeft: ["<<", 2],
  shiftRight: [">>", 2],
  and: ["&", 1],
};

const COMPARISONS = { equal: "==", notEqual: "!=", less: "<", lessOrEqual: "<=" } as const;

/** A term as text: `(j >> i << i) - 1`. A shifted one is a power, `2^i`; `x & -x` is `lowestBit(x)`; division rounds down, `%` is never negative. */
export function printTerm(term: IndexTerm): string {
  return print(decodeTerm(term, "term"), 0);
}

/** A condition as text: `2^i <= j && (j + 1) % 4 == 0`; `true` where nothing is asked. */
export function printCondition(condition: IndexCondition): string {
  return printAll(decodeCondition(condition, "condition"));
}

function printAll(condition: IndexCondition): string {
  if (condition.kind === "all") return condition.conditions.map(printAll).join(" && ") || "true";
  return `${print(condition.left, 2)} ${COMPARISONS[condition.comparison]} ${print(condition.right, 2)}`;
}

function print(term: IndexTerm, least: number): string {
  switch (term.kind) {
    case "integer":
      return term.value < 0 && least > 0 ? `(${term.value})` : String(term.value);
    case "variable":
      return term.name;
    case "ceilLog2":
      return `ceilLog2(${print(term.of, 0)})`;
    case "binary":
      return printBinary(term, least);
    default:
      return term satisfies never;
  }
}

function printBinary(term: Extract<IndexTerm, { kind: "binary" }>, least: number): string {
  const { operation, left, right } = term;
  if (operation === "minimum" || operation === "maximum") {
    return `${operation === "minimum" ? "min" : "max"}(${print(left, 0)}, ${print(right, 0)})`;
  }
  if (operation === "shiftLeft" && left.kind === "integer" && left.value === 1) {
    const exponent = print(right, 0);
    return /^\w+$/.test(exponent) ? `2^${exponent}` : `2^(${exponent})`;
  }
  const isLowestBit = operation === "and" && isSameTerm(right, subtract(integer(0), left));
  if (isLowestBit) return `lowestBit(${print(left, 0)})`;
  const [sign, binding] = BINDING[operation];
  const text = `${print(left, binding)} ${sign} ${print(right, binding + 1)}`;
  return binding < least ? `(${text})` : text;
}
