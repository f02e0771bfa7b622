// The choice that JavaScript's `if` and `?:` cannot be: of nodes, evaluated for each element.

import { oneOf } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { select as selectTerm, type Term } from "../term.ts";
import {
  commonTrace,
  isRecordOfNodes,
  makeNode,
  makeRecord,
  partsOf,
  stateOf,
  termFrom,
  textOf,
} from "./make-nodes.ts";

import type { Alike, Node, Nodes } from "./node.ts";
import { noteMade, type Trace } from "./trace.ts";

/**
 * One of two values: `condition ? first : second`, both evaluated. Of records field by field.
 *
 * One of the values may have constants in the place of nodes. Plain objects of nodes are records too.
 *
 * @throws InvalidArgumentError for a condition that is not a bool node, and for values of different types or shapes, naming the path
 */
export function select<Of extends Nodes>(condition: Node<"bool">, first: Of, second: Alike<NoInfer<Of>>): Of;
export function select<Of extends Nodes>(condition: Node<"bool">, first: Alike<NoInfer<Of>>, second: Of): Of;
export function select(condition: unknown, first: unknown, second: unknown): object {
  const call = `select(${[condition, first, second].map(textOf).join(", ")})`;
  const chosen = termFrom(condition, "bool", `the condition of ${call}`);
  const made: Term[] = [];
  let trace: Trace | undefined;
  const choose = (one: unknown, other: unknown, path: string): object => {
    const where = path === "" ? call : `${path.slice(1)} of ${call}`;
    const type = (stateOf(one) ?? stateOf(other))?.term.type;
    if (type !== undefined) {
      const [yes, no] = [termFrom(one, type, where), termFrom(other, type, where)];
      const term = selectTerm(chosen, yes, no);
      const own = commonTrace([condition, one, other], where);
      made.push(term);
      trace ??= own;
      return makeNode(term, own);
    }
    if (!isRecordOfNodes(one) || !isRecordOfNodes(other)) {
      throw new InvalidArgumentError(
        where,
        "given a node or a record of nodes",
        `${textOf(one)} and ${textOf(other)}`,
      );
    }
    checkFields(Object.keys(one), Object.keys(other), where);
    const [ones, others] = [partsOf(one), partsOf(other)];
    const fields = Object.keys(ones).map(
      (field) => [field, choose(ones[field], others[field], `${path}.${field}`)] as const,
    );
    return makeRecord(fields, call, trace);
  };
  const result = choose(first, second, "");
  noteMade(trace, made);
  return result;
}

function checkFields(first: readonly string[], second: readonly string[], where: string): void {
  for (const [fields, others] of [
    [first, second],
    [second, first],
  ]) {
    const odd = fields.find((field) => !others.includes(field));
    if (odd === undefined) continue;
    throw new InvalidArgumentError(
      where,
      `given records of the same fields, ${oneOf(odd, others)}`,
      `"${odd}" in one alone`,
    );
  }
}
