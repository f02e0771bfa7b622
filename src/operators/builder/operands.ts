// The two ends of a body: its operands as nodes, and what it has returned as terms.

import { oneOf } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ValueType } from "../../values/value-types.ts";
import { left, type Term } from "../term.ts";
import { isRecordOfNodes, makeNode, makeRecord, stateOf, termFrom, textOf } from "./make-nodes.ts";
import { checkResults, type Trace } from "./trace.ts";

/** The nodes of one operand, in the shape of its type. */
export function operandOf(type: ValueType, side: typeof left, trace: Trace): object {
  let column = 0;
  const nodesOf = (part: ValueType, label: string): object => {
    if (typeof part === "string") return makeNode(side(part, column++), trace);
    const fields = Object.entries(part).map(
      ([field, inner]) => [field, nodesOf(inner, `${label}.${field}`)] as const,
    );
    return makeRecord(fields, label, trace);
  };
  return nodesOf(type, side === left ? trace.left : trace.right);
}

/** The terms, by column, of what a function has returned. @throws InvalidArgumentError for what is not of the type, and for nodes made in vain */
export function termsOf(type: ValueType, result: unknown, trace: Trace, argument: string): readonly Term[] {
  const terms: Term[] = [];
  const visit = (part: ValueType, value: unknown, path: string): void => {
    if (typeof part === "string") {
      terms.push(resultTerm(value, part, trace, path));
      return;
    }
    const fields = Object.keys(part);
    if (!isRecordOfNodes(value)) {
      throw new InvalidArgumentError(path, `a record of ${fields.join(", ")}`, returned(value));
    }
    for (const field of Object.keys(value)) {
      if (fields.includes(field)) continue;
      throw new InvalidArgumentError(
        path,
        `of fields that are each ${oneOf(field, fields)}`,
        describe(field),
      );
    }
    for (const field of fields) {
      if (!Object.hasOwn(value, field)) {
        throw new InvalidArgumentError(`${path}.${field}`, "given, as every field is", "none");
      }
      visit(part[field], value[field], `${path}.${field}`);
    }
  };
  visit(type, result, argument);
  checkResults(trace, terms);
  return terms;
}

function resultTerm(value: unknown, type: ScalarType, trace: Trace, path: string): Term {
  if (value === undefined) throw new InvalidArgumentError(path, `a node of ${type}`, returned(value));
  const from = stateOf(value)?.trace;
  if (from !== undefined && from !== trace) {
    throw new InvalidArgumentError(
      path,
      "of this operator's operands",
      `${textOf(value)} of another call of operator`,
    );
  }
  return termFrom(value, type, path);
}

function returned(value: unknown): string {
  return value === undefined ? "undefined: does the function return its value?" : textOf(value);
}
