// Terms may come from anywhere, as JSON does. They are checked and copied once, here; all who compute with them trust them.

import { isBinaryFunction, isUnaryFunction } from "../elementary/names.ts";
import { provideElementary } from "../elementary/provide.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { isElement } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type Column, SCALAR_TYPES } from "../values/value-types.ts";
import {
  BINARY_OPERATIONS,
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
  UNARY_OPERATIONS,
  unary,
} from "./term.ts";
import { termList } from "./term-list.ts";

/** The most distinct nodes, and the longest path to a leaf, that an operator's terms may have. */
const MOST_NODES = 4096;
const DEEPEST = 256;

const KINDS = ["left", "right", "constant", "unary", "binary", "select", "convert", "bitcast"] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The terms that some data are, made anew by the constructors of terms, frozen; what was shared stays shared.
 *
 * Everything that generates code prints from these. Each property is read once, so that nothing changes after it was looked at.
 *
 * Without columns a leaf may be of any.
 *
 * @throws InvalidArgumentError for what is not a term over these columns, naming the node's place, and for what is too large or too deep
 */
export function checkTerms(
  argument: string,
  columns: readonly Column[] | undefined,
  terms: unknown,
): readonly Term[] {
  if (!Array.isArray(terms)) throw new InvalidArgumentError(argument, "a list of terms", describe(terms));
  const check = new TermCheck(columns);
  const checked = Array.from(terms as readonly unknown[], (term, i) =>
    check.term(term, `${argument}[${i}]`, 1),
  );
  return Object.freeze(checked);
}

/** The terms of a result, one for each of its columns. `placeOf` names one of another type in the error. @throws InvalidArgumentError */
export function checkRoots(
  columns: readonly Column[],
  results: readonly Column[],
  terms: readonly Term[],
  placeOf: (column: Column, index: number) => string = (_, index) => `terms[${index}]`,
): readonly Term[] {
  if (!Array.isArray(terms)) throw new InvalidArgumentError("terms", "a list of terms", describe(terms));
  if (terms.length !== results.length) {
    throw new InvalidArgumentError("terms", `${results.length}, one for each column`, `${terms.length}`);
  }
  const checked = checkTerms("terms", columns, terms);
  for (const [index, { type }] of checked.entries()) {
    const result = results[index];
    if (type !== result.type) throw new InvalidArgumentError(placeOf(result, index), result.type, type);
  }
  return checked;
}

/** Refuses terms that look at a second value. @throws InvalidArgumentError */
export function checkLeftAlone(argument: string, expected: string, terms: readonly Term[]): void {
  if (termList(terms).nodes.every(({ term }) => term.kind !== "right")) return;
  throw new InvalidArgumentError(argument, expected, "one with right");
}

/** A scalar of a type, as the library has it: one NaN, and no sign on an integer's zero. @throws InvalidArgumentError */
export function checkScalar(argument: string, type: ScalarType, given: unknown): Scalar {
  if (isElement(type, given)) return fromBits(type, bitsOf(type, given));
  const expected = type === "bool" ? "0 or 1, a bool" : `a value that ${type} has exactly`;
  throw new InvalidArgumentError(argument, expected, describe(given));
}

interface Checked {
  readonly term: Term;
  readonly depth: number;
}

class TermCheck {
  private readonly known = new Map<unknown, Checked>();
  private readonly columns: readonly Column[] | undefined;
  private count = 0;

  constructor(columns: readonly Column[] | undefined) {
    this.columns = columns;
  }

  term(given: unknown, place: string, level: number): Term {
    return this.checked(given, place, level).term;
  }

  // `level` keeps what is deep, or within itself, from the call stack; depths are of what is shared, too.
  private checked(given: unknown, place: string, level: number): Checked {
    const known = this.known.get(given);
    if (known !== undefined) return known;
    if (level > DEEPEST) throw tooDeep();
    if (typeof given !== "object" || given === null) {
      throw new InvalidArgumentError(place, "a term", describe(given));
    }
    let depth = 1;
    const operand = (part: unknown, name: string): Term => {
      const inner = this.checked(part, `${place}.${name}`, level + 1);
      depth = Math.max(depth, inner.depth + 1);
      return inner.term;
    };
    const term = Object.freeze(this.remade(given as Fields, place, operand));
    if (depth > DEEPEST) throw tooDeep();
    this.count++;
    if (this.count > MOST_NODES) {
      throw new InvalidArgumentError("operator", `a term of at most ${MOST_NODES} nodes`, "a larger one");
    }
    const checked = { term, depth };
    this.known.set(given, checked);
    return checked;
  }

  private remade(fields: Fields, place: string, operand: (part: unknown, name: string) => Term): Term {
    const kind = named(`${place}.kind`, KINDS, fields.kind);
    const type = named(`${place}.type`, SCALAR_TYPES, fields.type);
    const term = this.ofKind(kind, type, fields, place, operand);
    if (term.type === type) return term;
    throw new InvalidArgumentError(`${place}.type`, `${term.type}, as its operands say`, describe(type));
  }

  private ofKind(
    kind: (typeof KINDS)[number],
    type: ScalarType,
    fields: Fields,
    place: string,
    operand: (part: unknown, name: string) => Term,
  ): Term {
    switch (kind) {
      case "left":
      case "right": {
        const column = this.column(kind, type, fields.column);
        return kind === "left" ? left(type, column) : right(type, column);
      }
      case "constant":
        return constant(type, checkScalar(`${place}.value`, type, fields.value));
      case "unary": {
        const operation = keyOf(`${place}.operation`, UNARY_OPERATIONS, fields.operation);
        if (isUnaryFunction(operation)) provideElementary();
        return unary(operation, operand(fields.operand, "operand"));
      }
      case "binary": {
        const operation = keyOf(`${place}.operation`, BINARY_OPERATIONS, fields.operation);
        if (isBinaryFunction(operation)) provideElementary();
        return binary(operation, operand(fields.first, "first"), operand(fields.second, "second"));
      }
      case "select": {
        const condition = operand(fields.condition, "condition");
        return select(condition, operand(fields.first, "first"), operand(fields.second, "second"));
      }
      case "convert":
        return convert(type, operand(fields.operand, "operand"));
      case "bitcast":
        return bitcast(type, operand(fields.operand, "operand"));
      default:
        return kind satisfies never;
    }
  }

  private column(side: string, type: ScalarType, given: unknown): number {
    const isNumber = Number.isSafeInteger(given) && Number(given) >= 0;
    if (isNumber && this.columns === undefined) return Number(given);
    const column = isNumber ? this.columns?.[Number(given)] : undefined;
    if (column?.type === type) return Number(given);
    const fact = column === undefined ? `column ${describe(given)}` : `${type} for ${column.type}`;
    throw new InvalidArgumentError(`${side} operand`, "a column of the operator's type", fact);
  }
}

function tooDeep(): InvalidArgumentError {
  return new InvalidArgumentError("operator", `a term at most ${DEEPEST} deep`, "a deeper one");
}

function named<Name extends string>(place: string, names: readonly Name[], given: unknown): Name {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(place, `one of ${names.join(", ")}`, describe(given));
}

function keyOf<Key extends string>(
  place: string,
  table: Readonly<Record<Key, unknown>>,
  given: unknown,
): Key {
  return named(place, Object.keys(table) as Key[], given);
}
