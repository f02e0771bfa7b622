// Caches of kernels and plans need to know that two operators are the same to the node. A hash of 64 bits cannot promise that; these keys do.

import type { ElementType, Scalar } from "../values/element-types.ts";
import { RecentMap } from "../values/recent-map.ts";
import { type AnyOperator, bodyOf } from "./operator.ts";
import { nodeText, termList } from "./term-list.ts";

/** Operators whose keys are remembered by what they are. A key is never given twice, so that one which is forgotten is made anew, and nothing else. */
const REMEMBERED = 1024;

const keyOfText = new RecentMap<string, string>(REMEMBERED);
const keysOfOperator = new WeakMap<AnyOperator, Map<ElementType | undefined, string>>();
let lastKey = 0;

/**
 * A short key for caches of what is made from an operator, on a type if it is one over single elements: of two operators with one key the terms
 * are the same to the node, and so is what is known of them. Two that are made alike have one key, as long as it is remembered.
 *
 * The hash in a contract's line is not such a key: anybody can make two operators collide in its 64 bits.
 */
export function operatorKey(operator: AnyOperator, type?: ElementType): string {
  const keys = keysOfOperator.get(operator) ?? new Map<ElementType | undefined, string>();
  keysOfOperator.set(operator, keys);
  const known = keys.get(type);
  if (known !== undefined) return known;
  const key = keyOfText.getOrMake(textOf(operator, type), () => `#${++lastKey}`);
  keys.set(type, key);
  return key;
}

function textOf(operator: AnyOperator, type: ElementType | undefined): string {
  const { columns, terms } = bodyOf(operator, type);
  const types = columns.map((column) => column.type);
  const { nodes, roots } = termList(terms);
  const lines = nodes.map(({ term, operands }) => nodeText(term, operands));
  const known =
    operator.kind === "record-operator"
      ? [operator.start, undefined, operator.isAssociative]
      : factsOn(operator, type ?? operator.types[0]);
  const facts = [...known, operator.isCommutative].map((fact) =>
    Array.isArray(fact) ? (fact as readonly Scalar[]).map(textOfValue).join() : String(fact),
  );
  return [operator.kind, types.join(), ...lines, roots.join(), ...facts].join("\n");
}

function factsOn(operator: Extract<AnyOperator, { readonly kind: "operator" }>, type: ElementType) {
  const [start, identity] = [operator.start(type), operator.identity(type)];
  return [
    start === undefined ? undefined : [start],
    identity === undefined ? undefined : [identity],
    operator.isAssociative(type),
  ];
}

/** A value as text that no other has: the shortest decimal of a number is its own. */
function textOfValue(value: Scalar): string {
  if (typeof value === "bigint") return `${value}n`;
  return Object.is(value, -0) ? "-0" : String(value);
}
