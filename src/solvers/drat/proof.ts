// A DRAT proof as data, and both of its formats: texts, as solvers print them, and bytes, as this project stores them.
import { checkList, checkText } from "../../values/check-arguments.ts";
import { describe, describeText } from "../../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import { checkLiterals } from "../sat.ts";

/** A line of a DRAT proof: a clause that is added to a formula without making it unsatisfiable, or one that is not needed any more. */
export interface ProofStep {
  readonly kind: "add" | "delete";
  readonly literals: readonly number[]; // as in DIMACS; the first of an added clause is its pivot
}

/** What four groups of seven bits hold beside the sign, and a little more: literals of both formats of DRAT stay below it. */
export const LARGEST_VARIABLE = 2 ** 30 - 1;

/** @throws InvalidArgumentError for what is not a proof, naming the step */
export function checkProof(given: unknown): asserts given is readonly ProofStep[] {
  for (const [index, step] of checkList("proof", given, "steps").entries()) {
    const place = `proof[${index}]`;
    const { kind, literals } = (step ?? {}) as Partial<ProofStep>;
    if (kind !== "add" && kind !== "delete") {
      const expected = 'a step, { kind: "add" or "delete", literals }';
      throw new InvalidArgumentError(place, expected, describe(step));
    }
    checkLiterals(literals, LARGEST_VARIABLE, `${place}.literals`);
  }
}

/**
 * The steps of a proof in the text format of DRAT: a clause for each line, ended by 0, with a d before those that are deleted.
 *
 * @throws FormatError naming the line of what is wrong
 */
export function parseDrat(text: string): readonly ProofStep[] {
  const steps: ProofStep[] = [];
  checkText("text", text)
    .split("\n")
    .forEach((line, index) => {
      if (/^(c\b.*|\s*)$/.test(line)) return;
      const words = line.trim().split(/\s+/);
      const isDeletion = words[0] === "d";
      const literals = (isDeletion ? words.slice(1) : words).map(Number);
      if (
        !literals.every((literal) => Number.isInteger(literal) && Math.abs(literal) <= LARGEST_VARIABLE) ||
        literals.at(-1) !== 0 ||
        literals.indexOf(0) < literals.length - 1
      ) {
        const expected = "integers that end with 0, after a d where they are deleted";
        throw new FormatError("DRAT", expected, `line ${index + 1}: ${describeText(line, 60)}`);
      }
      steps.push({ kind: isDeletion ? "delete" : "add", literals: literals.slice(0, -1) });
    });
  return steps;
}

const KINDS: Readonly<Record<number, ProofStep["kind"] | undefined>> = { 97: "add", 100: "delete" };

/** Bits after which a literal would not be exact any more. */
const MAX_SHIFT = 28;

/**
 * The steps of a proof in the binary format of DRAT.
 *
 * @throws FormatError naming the byte of what is wrong
 */
export function decodeDrat(bytes: Uint8Array): readonly ProofStep[] {
  if (Object.prototype.toString.call(bytes) !== "[object Uint8Array]") {
    throw new InvalidArgumentError("bytes", "a Uint8Array", describe(bytes));
  }
  const steps: ProofStep[] = [];
  let offset = 0;
  const literal = (): number => {
    let value = 0;
    for (let shift = 0; shift <= MAX_SHIFT; shift += 7) {
      if (offset === bytes.length) throw faultAt(offset, "a step that ends with 0", "the end");
      const byte = bytes[offset++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte <= 0x7f) return value;
    }
    throw faultAt(offset, "a literal below 2^31", "a longer one");
  };
  while (offset < bytes.length) {
    const kind = KINDS[bytes[offset]];
    if (kind === undefined) throw faultAt(offset, "a or d", String(bytes[offset]));
    offset++;
    const literals: number[] = [];
    for (let next = literal(); next !== 0; next = literal()) {
      literals.push(next % 2 === 0 ? next / 2 : -(next - 1) / 2);
    }
    steps.push({ kind, literals });
  }
  return steps;
}

function faultAt(offset: number, expected: string, actual: string): FormatError {
  return new FormatError("binary DRAT", expected, `byte ${offset}: ${actual}`);
}

const KIND = { add: 0x61, delete: 0x64 } as const; // "a" and "d"

/** A proof in the binary format of DRAT: a letter for the kind, literals as 2·variable + sign in groups of seven bits, then a 0. @throws InvalidArgumentError for what is not a proof */
export function encodeDrat(proof: readonly ProofStep[]): Uint8Array {
  checkProof(proof);
  const bytes: number[] = [];
  for (const { kind, literals } of proof) {
    bytes.push(KIND[kind]);
    for (const literal of literals) {
      let rest = 2 * Math.abs(literal) + (literal < 0 ? 1 : 0);
      for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
      bytes.push(rest);
    }
    bytes.push(0);
  }
  return Uint8Array.from(bytes);
}
