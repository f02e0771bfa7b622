import type { BinaryOperation, Term } from "../operators/term.ts";
import type { ElementType } from "../values/element-types.ts";

/**
 * A term as JavaScript source over two operand names, or undefined where JavaScript has no fast form for it (64-bit integers).
 *
 * f32 rounds every operation with Math.fround; i32 and u32 wrap. The result is an expression in parentheses.
 */
export function javascriptSource(term: Term, left: string, right: string): string | undefined {
  switch (term.kind) {
    case "left":
      return left;
    case "right":
      return right;
    case "constant":
      return typeof term.value === "bigint" ? undefined : numberSource(term.value);
    case "binary": {
      const first = javascriptSource(term.first, left, right);
      const second = javascriptSource(term.second, left, right);
      if (first === undefined || second === undefined) return undefined;
      return operationSource(term.operation, term.type, first, second);
    }
    default:
      return term satisfies never;
  }
}

/** A number as source that reads back as the same value: −0, NaN and infinities included. */
export function numberSource(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function operationSource(
  operation: BinaryOperation,
  type: ElementType,
  first: string,
  second: string,
): string | undefined {
  switch (type) {
    case "f64":
      return exactSource(operation, first, second);
    case "f32": {
      const exact = exactSource(operation, first, second);
      return exact === undefined ? undefined : `Math.fround${exact}`;
    }
    case "i32":
      return wordSource(operation, first, second, "|0", ">>");
    case "u32":
      return wordSource(operation, first, second, ">>>0", ">>>");
    default:
      return undefined;
  }
}

function exactSource(operation: BinaryOperation, first: string, second: string): string | undefined {
  switch (operation) {
    case "add":
      return `(${first}+${second})`;
    case "multiply":
      return `(${first}*${second})`;
    case "min":
    case "max":
      return `(Math.${operation}(${first},${second}))`;
    default:
      return undefined;
  }
}

const WORD_SYMBOLS = { add: "+", and: "&", or: "|", xor: "^" } as const;

function wordSource(
  operation: BinaryOperation,
  first: string,
  second: string,
  wrap: string,
  shift: string,
): string {
  switch (operation) {
    case "multiply":
      return `(Math.imul(${first},${second})${wrap})`;
    case "min":
    case "max":
      return `(Math.${operation}(${first},${second}))`;
    case "shiftRight":
      return `(${first}${shift}(${second}&31))`;
    case "rotateLeft":
      return `((${first}<<(${second}&31)|${first}>>>(-(${second})&31))${wrap})`;
    default:
      return `((${first}${WORD_SYMBOLS[operation]}${second})${wrap})`;
  }
}
