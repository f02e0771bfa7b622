// Index terms as linear integer arithmetic, in which solvers are complete. Less is said than is true, so that a proof stays a proof.
import { UnsupportedError } from "../../values/errors.ts";
import type { IndexCondition, IndexTerm } from "../programs/network-program.ts";
import { printTerm } from "../programs/print-program.ts";
import type { SpanCases } from "./certificate.ts";
import { type SmtPower, SmtQuotients } from "./smt-quotients.ts";

/** From where on a statement is made: ⌈log2 N⌉ and the counter are at least so much. */
interface SmtGround {
  readonly leastLevels: number;
  readonly leastCounter: number;
}

const COMPARISONS = { equal: "=", notEqual: "distinct", less: "<", lessOrEqual: "<=" } as const;

/**
 * Terms over i, j and N as linear integer arithmetic.
 *
 * Of a power of two only its base is a number of its own, P or W, and a product with it is a number too: `SmtQuotients` says of them what is needed.
 * That is less than the truth, so that what is unsatisfiable is so in truth as well.
 */
export class SmtEncoder {
  readonly #ground: SmtGround;
  readonly #quotients = new SmtQuotients();

  constructor(ground: SmtGround) {
    this.#ground = ground;
  }

  /** The declarations, facts and lemmas for everything that was encoded. */
  lines(): readonly string[] {
    const { leastLevels } = this.#ground;
    const reach = `(* ${2 ** leastLevels} W)`;
    return [
      ...["i", "j", "N", "L", "P", "W"].map((name) => `(declare-const ${name} Int)`),
      "(assert (and (<= 1 P) (<= 1 W) (<= 0 j) (< j N)))",
      `(assert (and (<= ${leastLevels} L) (<= N ${reach}) (< ${reach} (* 2 N))))`,
      `(assert (= (= L ${leastLevels}) (= W 1)))`,
      ...this.#quotients.lines(),
    ];
  }

  condition(condition: IndexCondition): string {
    if (condition.kind === "all") {
      if (condition.conditions.length === 0) return "true";
      return `(and ${condition.conditions.map((part) => this.condition(part)).join(" ")})`;
    }
    const { comparison, left, right } = condition;
    return `(${COMPARISONS[comparison]} ${this.term(left)} ${this.term(right)})`;
  }

  cases({ cases, otherwise }: SpanCases): string {
    return cases.reduceRight(
      (rest, { when, start }) => `(ite ${this.condition(when)} ${this.term(start)} ${rest})`,
      this.term(otherwise),
    );
  }

  term(term: IndexTerm): string {
    switch (term.kind) {
      case "integer":
        if (term.value > 1 && Number.isInteger(Math.log2(term.value))) {
          this.#quotients.addPower({ scale: term.value, base: "1" });
        }
        return smtInteger(term.value);
      case "variable":
        if (["i", "j", "N"].includes(term.name)) return term.name;
        throw unencodable(term);
      case "ceilLog2":
        if (isVariable(term.of, "N")) return "L";
        throw unencodable(term);
      case "binary":
        return this.#binary(term);
      default:
        return term satisfies never;
    }
  }

  /** `2^exponent`, for a constant, a counter and a constant, or a number of levels and a constant. */
  power(exponent: IndexTerm): SmtPower {
    const found = exponentOf(exponent);
    const { leastCounter, leastLevels } = this.#ground;
    const least = { "1": 0, P: leastCounter, W: leastLevels };
    if (found === undefined || found.offset + least[found.base] < 0) throw unencodable(exponent);
    const power = { scale: 2 ** (found.offset + least[found.base]), base: found.base };
    this.#quotients.addPower(power);
    return power;
  }

  #binary(term: Extract<IndexTerm, { kind: "binary" }>): string {
    const { operation, left, right } = term;
    switch (operation) {
      case "add":
        return `(+ ${this.term(left)} ${this.term(right)})`;
      case "subtract":
        return `(- ${this.term(left)} ${this.term(right)})`;
      case "multiply":
        if (left.kind !== "integer" && right.kind !== "integer") throw unencodable(term);
        return `(* ${this.term(left)} ${this.term(right)})`;
      case "minimum":
      case "maximum":
        return this.#extreme(operation === "minimum" ? "<=" : ">=", left, right);
      case "divide":
      case "modulo":
        return this.#divided(operation, term);
      case "shiftRight":
        return this.#quotients.quotient(this.term(left), this.power(right)).count;
      case "shiftLeft":
        return this.#shiftedLeft(term);
      case "and":
        return this.#lowestBit(term);
      default:
        return operation satisfies never;
    }
  }

  #extreme(comparison: "<=" | ">=", left: IndexTerm, right: IndexTerm): string {
    const [one, other] = [this.term(left), this.term(right)];
    return `(ite (${comparison} ${one} ${other}) ${one} ${other})`;
  }

  #divided(operation: "divide" | "modulo", term: Extract<IndexTerm, { kind: "binary" }>): string {
    const { left, right } = term;
    const part = operation === "divide" ? "count" : "rest";
    if (right.kind === "integer") {
      return this.#quotients.quotient(this.term(left), { scale: right.value, base: "1" })[part];
    }
    const isPower = right.kind === "binary" && right.operation === "shiftLeft" && isOne(right.left);
    if (!isPower) throw unencodable(term);
    return this.#quotients.quotient(this.term(left), this.power(right.right))[part];
  }

  #shiftedLeft(term: Extract<IndexTerm, { kind: "binary" }>): string {
    const { left, right } = term;
    const { scale, base } = this.power(right);
    if (base === "1") return `(* ${scale} ${this.term(left)})`;
    if (left.kind === "integer") return `(* ${smtInteger(left.value * scale)} ${base})`;
    const isShiftedBack =
      left.kind === "binary" && left.operation === "shiftRight" && printTerm(left.right) === printTerm(right);
    if (!isShiftedBack) throw unencodable(term);
    return this.#quotients.quotient(this.term(left.left), { scale, base }).multiple;
  }

  /** `x & -x`; and `x & x + 1`, which is x + 1 without its lowest bit. */
  #lowestBit(term: Extract<IndexTerm, { kind: "binary" }>): string {
    const { left, right } = term;
    if (printTerm(right) === `${printTerm(left)} + 1`) {
      const next = this.term(right);
      return `(- ${next} ${this.#quotients.lowestBit(next)})`;
    }
    const isNegated =
      right.kind === "binary" &&
      right.operation === "subtract" &&
      printTerm(right.left) === "0" &&
      printTerm(right.right) === printTerm(left);
    if (!isNegated) throw unencodable(term);
    return this.#quotients.lowestBit(this.term(left));
  }
}

function exponentOf(
  term: IndexTerm,
): { readonly base: SmtPower["base"]; readonly offset: number } | undefined {
  if (term.kind === "integer") return { base: "1", offset: term.value };
  if (isVariable(term, "i")) return { base: "P", offset: 0 };
  if (term.kind === "ceilLog2" && isVariable(term.of, "N")) return { base: "W", offset: 0 };
  if (term.kind !== "binary" || term.right.kind !== "integer") return undefined;
  const inner = exponentOf(term.left);
  if (inner === undefined || (term.operation !== "add" && term.operation !== "subtract")) return undefined;
  return {
    base: inner.base,
    offset: inner.offset + (term.operation === "add" ? 1 : -1) * term.right.value,
  };
}

/** The exponent's offset to ⌈log2 N⌉, if it is that and a constant. */
export function levelsOffset(term: IndexTerm): number | undefined {
  const found = exponentOf(term);
  return found?.base === "W" ? found.offset : undefined;
}

function smtInteger(value: number): string {
  return value < 0 ? `(- ${-value})` : String(value);
}

function isVariable(term: IndexTerm, name: string): boolean {
  return term.kind === "variable" && term.name === name;
}

function isOne(term: IndexTerm): boolean {
  return term.kind === "integer" && term.value === 1;
}

function unencodable(term: IndexTerm): UnsupportedError {
  return new UnsupportedError(
    "a proof for every N",
    `${printTerm(term)} is no term of the proofs' language`,
    "the program stays tested only",
  );
}
