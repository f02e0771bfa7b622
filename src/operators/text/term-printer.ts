// How each kind of term is written, in the rules of types that elaboration reads by.

import type { ScalarType } from "../../values/element-types.ts";
import { type BinaryOperation, isComparison, type Term, type UnaryOperation } from "../term.ts";
import {
  ATOM_LEVEL,
  BINARY_CALLS,
  BITCAST,
  COMPARISON_LEVEL,
  INFIXES,
  PREFIX_LEVEL,
  UNARY_CALLS,
} from "./grammar.ts";
import { group, joined, type Layout, NOTHING, nest, row, SPACE } from "./layout.ts";
import { numberText, typedNumberText } from "./literal.ts";

/** A printed expression, and how tightly it holds together: what binds tighter around it needs parentheses. */
interface Printed {
  readonly layout: Layout;
  readonly level: number;
}

/**
 * Something to print once its name, if it gets one, is known.
 *
 * The rule of types mirrors elaboration: where the place gives the type (`isTypeKnown`) numbers go without one; elsewhere one operand has to
 * tell it, by a name or else by a suffix.
 */
export interface Printable {
  readonly tellsType: () => boolean; // of itself, with bare numbers
  readonly print: (isTypeKnown: boolean) => Printed;
}

/** Level of `if` and `let`, which reach as far right as they can. */
const OPEN_LEVEL = 0;

/** How a term is written, given how its operands are. `negated` are the operands of an `equal` below a `not`. */
export function printableTerm(
  term: Term,
  operands: readonly Printable[],
  negated: () => readonly Printable[] | undefined,
): Printable {
  switch (term.kind) {
    case "left":
    case "right":
      return atom(term.kind); // a leaf that has a better name does not come here
    case "constant":
      return {
        tellsType: () => term.type === "bool",
        print: (isTypeKnown) =>
          value((isTypeKnown ? numberText : typedNumberText)(term.type, term.value), ATOM_LEVEL),
      };
    case "unary":
      return printableUnary(term.operation, term.operand, operands[0], negated);
    case "binary":
      return printableBinary(term.operation, term.first.type, operands);
    case "select":
      return printableIf(operands[0], operands[1], operands[2]);
    case "convert":
      return printableCall(term.type, [operands[0]], () => true);
    case "bitcast":
      return printableCall(BITCAST + term.type, [operands[0]], () => true);
    default:
      return term satisfies never;
  }
}

/** What is written as one name. */
export function atom(name: string): Printable {
  return { tellsType: () => true, print: () => value(name, ATOM_LEVEL) };
}

/** `if condition then first else second`, of scalars or of records. */
export function printableIf(condition: Printable, first: Printable, second: Printable): Printable {
  return {
    tellsType: () => first.tellsType() || second.tellsType(),
    print: (isTypeKnown) => {
      const test = condition.print(false).layout;
      const [whenTrue, whenFalse] = printPair(first, second, isTypeKnown);
      const choices = nest(SPACE, "then ", whenTrue.layout, SPACE, "else ", whenFalse.layout);
      return { layout: group("if ", test, choices), level: OPEN_LEVEL };
    },
  };
}

/** `{ field: value, … }`. */
export function printableRecord(fields: readonly (readonly [string, Printable])[]): Printable {
  return {
    tellsType: () => fields.every(([, field]) => field.tellsType()),
    print: (isTypeKnown) => {
      const parts = fields.map(([name, field]) => row(`${name}: `, field.print(isTypeKnown).layout));
      return { layout: group("{", nest(SPACE, joined(parts, ",", SPACE)), SPACE, "}"), level: ATOM_LEVEL };
    },
  };
}

function printableUnary(
  operation: UnaryOperation,
  operandTerm: Term,
  operand: Printable,
  negated: () => readonly Printable[] | undefined,
): Printable {
  const call = Object.entries(UNARY_CALLS).find(([, called]) => called === operation)?.[0];
  if (call !== undefined) return printableCall(call, [operand], operand.tellsType);
  const symbol = operation === "negate" ? "-" : operandTerm.type === "bool" ? "!" : "~";
  return {
    tellsType: operand.tellsType,
    print: (isTypeKnown) => {
      const unequal = negated();
      if (unequal !== undefined) return printInfix("!=", COMPARISON_LEVEL, unequal, false);
      const inner = operand.print(isTypeKnown);
      // A minus before a number would become part of it.
      const isNumber = operandTerm.kind === "constant" && symbol === "-";
      const isMinusAgain =
        operandTerm.kind === "unary" && operandTerm.operation === "negate" && symbol === "-";
      const lowest = isNumber || isMinusAgain ? ATOM_LEVEL + 1 : PREFIX_LEVEL;
      return value(row(symbol, parenthesized(inner, lowest)), PREFIX_LEVEL);
    },
  };
}

function printableBinary(
  operation: BinaryOperation,
  operandType: ScalarType,
  operands: readonly Printable[],
): Printable {
  const tellsType = (): boolean => isComparison(operation) || operands.some((operand) => operand.tellsType());
  const call = Object.entries(BINARY_CALLS).find(([, called]) => called === operation)?.[0];
  if (call !== undefined) return printableCall(call, operands, tellsType);
  const [symbol, level] = infixOf(operation, operandType);
  return {
    tellsType,
    print: (isTypeKnown) => printInfix(symbol, level, operands, isTypeKnown && !isComparison(operation)),
  };
}

function infixOf(operation: BinaryOperation, type: ScalarType): readonly [string, number] {
  const group = type === "bool" ? "bool" : "integers";
  for (const [symbol, infix] of Object.entries(INFIXES)) {
    const isPlain = infix.isSwapped === undefined && infix.isNegated === undefined;
    if (isPlain && infix.operation === operation && (infix.on ?? group) === group)
      return [symbol, infix.level];
  }
  return [operation, ATOM_LEVEL]; // not reached: what has no symbol has a call
}

function printInfix(
  symbol: string,
  level: number,
  [first, second]: readonly Printable[],
  isTypeKnown: boolean,
): Printed {
  const [before, after] = printPair(first, second, isTypeKnown);
  const lowest = level === COMPARISON_LEVEL ? level + 1 : level; // comparisons do not chain
  const left = parenthesized(before, lowest);
  return { layout: group(left, nest(SPACE, `${symbol} `, parenthesized(after, level + 1))), level };
}

function printableCall(name: string, operands: readonly Printable[], tellsType: () => boolean): Printable {
  const isConversion = !Object.hasOwn(UNARY_CALLS, name) && !Object.hasOwn(BINARY_CALLS, name);
  return {
    tellsType,
    print: (isTypeKnown) => {
      const printed =
        operands.length === 2
          ? printPair(operands[0], operands[1], isTypeKnown)
          : [operands[0].print(isTypeKnown && !isConversion)];
      const inside = joined(
        printed.map(({ layout }) => layout),
        ",",
        SPACE,
      );
      return value(group(`${name}(`, nest(NOTHING, inside), NOTHING, ")"), ATOM_LEVEL);
    },
  };
}

// Of two operands of one type, one that tells it needs no help; else the first gets a suffix.
function printPair(first: Printable, second: Printable, isTypeKnown: boolean): readonly [Printed, Printed] {
  const isSecondTelling = !first.tellsType() && second.tellsType();
  return [first.print(isTypeKnown || isSecondTelling), second.print(isTypeKnown || !isSecondTelling)];
}

function parenthesized({ layout, level }: Printed, lowest: number): Layout {
  return level >= lowest ? layout : row("(", nest(layout), ")");
}

function value(layout: Layout, level: number): Printed {
  return { layout, level };
}
