import { elementaryFunctionOf } from "../operators/elementary-terms.ts";
import { type BinaryOperation, operandsOf, type Term, type UnaryOperation } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import { binaryOverBits, unaryOverBits, unknownFunction } from "./smt-bits.ts";
import { areBitsOf, convertFloat, floatOfBits, floatOfInteger } from "./smt-floats.ts";
import { bitsLiteral, isFloat, type SmtTheory, smtLiteral, smtSort, widthOf } from "./smt-literals.ts";

/** Some terms as lines of an SMT-LIB script, and what each of them is called in it. */
interface SmtLines {
  readonly lines: readonly string[];
  readonly names: readonly string[]; // of each term: of a definition, a variable, or a literal
}

/**
 * The definitions of some terms, whose leaves have the names that `nameOf` gives. Undefined where the theory cannot express them.
 *
 * One line for each distinct subterm, so that the script is as long as the terms are large with sharing. Equal terms give equal lines.
 */
export function smtLines(
  terms: readonly Term[],
  theory: SmtTheory,
  nameOf: (leaf: Term) => string,
): SmtLines | undefined {
  const { nodes, roots } = termList(terms);
  const lines: string[] = [];
  const names: string[] = [];
  const unknown = new Set<string>();
  for (const [place, { term, operands }] of nodes.entries()) {
    const own = `t${place}`;
    const given = operands.map((operand) => names[operand]);
    const line = lineOf(term, own, given, theory);
    if (line === undefined) return undefined;
    const declared = declarationOf(term, theory);
    if (declared !== undefined) unknown.add(declared);
    if (line === "leaf") {
      names.push(term.kind === "constant" ? smtLiteral(term.type, term.value, theory) : nameOf(term));
    } else {
      lines.push(line);
      names.push(own);
    }
  }
  return { lines: [...unknown, ...lines], names: roots.map((root) => names[root]) };
}

/** Of the elementary function that a node applies, if it does: a solver takes it for any function. */
function declarationOf(term: Term, theory: SmtTheory): string | undefined {
  const name = elementaryFunctionOf(term);
  if (name === undefined) return undefined;
  const sort = smtSort(term.type, theory);
  const operands = operandsOf(term).map(() => sort);
  return `(declare-fun ${unknownFunction(name, term.type)} (${operands.join(" ")}) ${sort})`;
}

function lineOf(term: Term, own: string, operands: readonly string[], theory: SmtTheory): string | undefined {
  if (operands.length === 0) return "leaf";
  const sort = smtSort(term.type, theory);
  if (theory === "bits" && term.kind === "bitcast" && isFloat(term.operand.type)) {
    return `(declare-const ${own} ${sort}) (assert ${areBitsOf(own, term.operand.type, operands[0])})`;
  }
  const text = theory === "bits" ? textOverBits(term, operands) : textOverIntegers(term, operands);
  return text === undefined ? undefined : `(define-fun ${own} () ${sort} ${text})`;
}

function textOverBits(term: Term, operands: readonly string[]): string {
  switch (term.kind) {
    case "unary":
      return unaryOverBits(term.operation, term.type, operands[0]);
    case "binary":
      return binaryOverBits(term.operation, term.first.type, operands[0], operands[1]);
    case "select":
      return `(ite ${operands.join(" ")})`;
    case "convert":
      return convertOverBits(term.operand.type, term.type, operands[0]);
    case "bitcast":
      return isFloat(term.type) ? floatOfBits(term.type, operands[0]) : operands[0];
    default:
      throw new InternalError(`a ${term.kind} has no operands to translate`);
  }
}

function textOverIntegers(term: Term, operands: readonly string[]): string | undefined {
  if (isFloat(term.type)) return undefined;
  switch (term.kind) {
    case "unary":
      return unaryOverIntegers(term.operation, term.type, operands[0]);
    case "binary":
      return isFloat(term.first.type)
        ? undefined
        : binaryOverIntegers(term.operation, term.first.type, operands[0], operands[1]);
    case "select":
      return `(ite ${operands.join(" ")})`;
    case "convert":
      if (term.operand.type === "bool") return `(ite ${operands[0]} 1 0)`;
      return isWidening(term.operand.type, term.type) ? operands[0] : undefined;
    default:
      return undefined;
  }
}

function convertOverBits(from: ScalarType, to: ScalarType, operand: string): string {
  if (from === "bool") {
    const [one, zero] = [1n, 0n].map((bit) =>
      isFloat(to) ? smtLiteral(to, Number(bit), "bits") : bitsLiteral(bit, widthOf(to)),
    );
    return `(ite ${operand} ${one} ${zero})`;
  }
  if (isFloat(from)) return convertFloat(from, to, operand);
  if (isFloat(to)) return floatOfInteger(from, to, operand);
  const excess = widthOf(to) - widthOf(from);
  if (excess === 0) return operand;
  if (excess < 0) return `((_ extract ${widthOf(to) - 1} 0) ${operand})`;
  return `((_ ${from === "i32" ? "sign_extend" : "zero_extend"} ${excess}) ${operand})`;
}

/*
 * Operations over unbounded integers: as ours, where nothing overflows. Undefined for those that look at bits, for floats, and for
 * conversions that do not keep every value.
 */

/** A unary operation, as SMT-LIB text, or undefined where integers do not have it. */
function unaryOverIntegers(operation: UnaryOperation, type: ScalarType, operand: string): string | undefined {
  if (type === "bool") return `(not ${operand})`;
  if (operation === "negate") return `(- ${operand})`;
  return operation === "abs" ? `(ite (< ${operand} 0) (- ${operand}) ${operand})` : undefined;
}

/** A binary operation, as SMT-LIB text, or undefined where integers do not have it. */
function binaryOverIntegers(
  operation: BinaryOperation,
  type: ScalarType,
  first: string,
  second: string,
): string | undefined {
  if (operation === "equal") return `(= ${first} ${second})`;
  if (type === "bool") return `(${operation} ${first} ${second})`;
  switch (operation) {
    case "add":
      return `(+ ${first} ${second})`;
    case "subtract":
      return `(- ${first} ${second})`;
    case "multiply":
      return `(* ${first} ${second})`;
    case "divide":
      return `(ite (= ${second} 0) 0 ${towardsZero("div", first, second)})`;
    case "remainder":
      return `(ite (= ${second} 0) ${first} ${towardsZero("mod", first, second)})`;
    case "min":
      return `(ite (< ${second} ${first}) ${second} ${first})`;
    case "max":
      return `(ite (< ${first} ${second}) ${second} ${first})`;
    case "less":
      return `(< ${first} ${second})`;
    case "lessOrEqual":
      return `(<= ${first} ${second})`;
    case "and":
    case "or":
    case "xor":
    case "shiftLeft":
    case "shiftRight":
    case "rotateLeft":
    case "pow":
    case "atan2":
    case "hypot":
      return undefined;
    default:
      return operation satisfies never;
  }
}

/** SMT-LIB's remainder is never negative; of a dividend that is not, its quotient and remainder are those of truncation. */
function towardsZero(operation: "div" | "mod", first: string, second: string): string {
  return `(ite (< ${first} 0) (- (${operation} (- ${first}) ${second})) (${operation} ${first} ${second}))`;
}

/** Whether every value of one type is a value of another. */
function isWidening(from: ScalarType, to: ScalarType): boolean {
  return WIDER[from]?.includes(to) === true;
}

const WIDER: Partial<Readonly<Record<ScalarType, readonly ScalarType[]>>> = {
  i32: ["i64"],
  u32: ["u64", "i64"],
};
