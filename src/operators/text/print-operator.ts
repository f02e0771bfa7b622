// The canonical text of an operator: equal terms give equal texts, and what is shared gets a `let`.

import type { ElementType, Scalar } from "../../values/element-types.ts";
import {
  type Column,
  columnsOf,
  printType,
  type RecordType,
  type ValueType,
} from "../../values/value-types.ts";
import { type AnyOperator, bodyOf, typeOf } from "../operator.ts";
import { constant, type Term } from "../term.ts";
import { type TermNode, termList } from "../term-list.ts";
import { BREAK, group, type Layout, layOut, nest, row, SPACE } from "./layout.ts";

import { atom, type Printable, printableIf, printableRecord, printableTerm } from "./term-printer.ts";

/** The name of an operator that was given none, and that is not printed. */
const NO_NAME = "custom";

/**
 * An operator in the operator language: `parseOperator` gives one with the same hash, name, start and claims back.
 *
 * Canonical: equal terms give equal texts. Subterms used more than once are named by `let`. How a combinator made it, and what was proved
 * of it, is not in the text. Of an operator on several types the text is of `type`, by default the first.
 *
 * @see docs/operator-language.md
 */
export function printOperator(operator: AnyOperator, type?: ElementType): string {
  const valueType = typeOf(operator, type);
  const { terms } = bodyOf(operator, type);
  const name = operator.name === NO_NAME ? "" : `operator ${operator.name} `;
  const header = `${name}(left: ${spacedType(valueType)}, right) =>`;
  const operands = { type: valueType, names: { left: "left", right: "right" } };
  const body = layOut(group(header, nest(SPACE, printBody(valueType, terms, operands))));
  return [body, ...clausesOf(operator, valueType), ""].join("\n");
}

function clausesOf(operator: AnyOperator, type: ValueType): readonly string[] {
  const identity = identityOf(operator, type);
  const start = startOf(operator, type);
  const isStartNew = start !== undefined && !start.every((value, i) => Object.is(value, identity?.[i]));
  const carrier = operator.claims?.carrier;
  const operands = { type, names: { left: "value", right: "value" } };
  return [
    ...(identity === undefined ? [] : [`identity ${printValue(type, identity)}`]),
    ...(isStartNew ? [`start ${printValue(type, start)}`] : []),
    ...(carrier === undefined
      ? []
      : [layOut(group("where value =>", nest(SPACE, printBody("bool", [carrier], operands))))]),
  ];
}

function printValue(type: ValueType, values: readonly Scalar[]): string {
  const terms: readonly Term[] = columnsOf(type).map((column, i) => constant(column.type, values[i]));
  return layOut(group(printBody(type, terms, { type, names: { left: "left", right: "right" } })));
}

/** A type as this language writes it, with spaces. */
function spacedType(type: ValueType): string {
  if (typeof type === "string") return type;
  const fields = Object.entries(type).map(([field, inner]) => `${field}: ${spacedType(inner)}`);
  return `{ ${fields.join(", ")} }`;
}

/** The two operands, or the one of a carrier: their names, their type, and its columns. */
interface Operands {
  readonly type: ValueType;
  readonly names: Readonly<Record<"left" | "right", string>>;
}

/** A part of the body: a subterm, or a record of them. What is used more than once gets a name of its own. */
interface Part extends Printable {
  uses: number;
  name: string | undefined;
  readonly isAtom: boolean;
}

/** Terms of a type as text: `let`s for what is shared, then the value. Where the value's type is known from outside, numbers go bare. */
function printBody(type: ValueType, terms: readonly Term[], operands: Operands): Layout {
  const { nodes, roots } = termList(terms);
  const parts: Part[] = [];
  const root = buildPart(type, roots, { nodes, parts, operands, known: new Map() });
  const shared = parts.filter(({ uses, isAtom }) => uses > 1 && !isAtom);
  const lets = shared.map((part, i) => {
    const text = row(`let t${i + 1} = `, nest(part.print(false).layout), " in", BREAK);
    part.name = `t${i + 1}`;
    return text;
  });
  return row(...lets, root.print(true).layout);
}

interface Builder {
  readonly nodes: readonly TermNode[];
  readonly parts: Part[]; // each after its own parts
  readonly operands: Operands;
  readonly known: Map<string, Part>;
}

function buildPart(type: ValueType, places: readonly number[], builder: Builder): Printable {
  const key = `${printType(type)} ${places.join(" ")}`;
  const found = builder.known.get(key);
  if (found !== undefined) {
    found.uses++;
    return referenceTo(found);
  }
  const name = nameOfWhole(type, places, builder);
  const printable = name === undefined ? buildAnew(type, places, builder) : atom(name);
  const isConstant = typeof type === "string" && builder.nodes[places[0]].term.kind === "constant";
  const part: Part = { ...printable, uses: 1, name: undefined, isAtom: name !== undefined || isConstant };
  builder.known.set(key, part);
  builder.parts.push(part);
  return referenceTo(part);
}

// By the time of printing a part has its name or will never have one.
function referenceTo(part: Part): Printable {
  const now = (): Printable => (part.name === undefined ? part : atom(part.name));
  return { tellsType: () => now().tellsType(), print: (isTypeKnown) => now().print(isTypeKnown) };
}

function buildAnew(type: ValueType, places: readonly number[], builder: Builder): Printable {
  if (typeof type === "object")
    return buildChoice(type, places, builder) ?? buildRecord(type, places, builder);
  const { nodes } = builder;
  const { term, operands } = nodes[places[0]];
  const printables = operands.map((each) => buildPart(nodes[each].term.type, [each], builder));
  return printableTerm(term, printables, () => unequalOperands(places[0], builder));
}

// not(equal(…)) is !=, unless the comparison has a name of its own. Only asked when all names are given.
function unequalOperands(place: number, builder: Builder): readonly Printable[] | undefined {
  const { nodes, known } = builder;
  const { term, operands } = nodes[place];
  if (term.kind !== "unary" || term.operation !== "not") return undefined;
  const equal = nodes[operands[0]];
  if (equal.term.kind !== "binary" || equal.term.operation !== "equal") return undefined;
  if (known.get(`bool ${operands[0]}`)?.name !== undefined) return undefined;
  return equal.operands.map((each) => {
    const part = known.get(`${nodes[each].term.type} ${each}`);
    return part === undefined ? atom("?") : referenceTo(part); // always found: it was built with the comparison
  });
}

function buildRecord(type: RecordType, places: readonly number[], builder: Builder): Printable {
  let next = 0;
  const fields = Object.entries(type).map(([name, inner]) => {
    const count = columnsOf(inner).length;
    next += count;
    return [name, buildPart(inner, places.slice(next - count, next), builder)] as const;
  });
  return printableRecord(fields);
}

/** A record all of whose columns choose by one condition is one `if` between two records. */
function buildChoice(type: ValueType, places: readonly number[], builder: Builder): Printable | undefined {
  const chosen = places.map((place) => builder.nodes[place]);
  const condition = chosen[0].operands[0];
  if (!chosen.every(({ term, operands }) => term.kind === "select" && operands[0] === condition))
    return undefined;
  return printableIf(
    buildPart("bool", [condition], builder),
    buildPart(
      type,
      chosen.map(({ operands }) => operands[1]),
      builder,
    ),
    buildPart(
      type,
      chosen.map(({ operands }) => operands[2]),
      builder,
    ),
  );
}

/** The name of an operand, or of a part of it, whose columns these are, all of them in order. */
function nameOfWhole(
  type: ValueType,
  places: readonly number[],
  { nodes, operands }: Builder,
): string | undefined {
  const leaves = places.map((place) => nodes[place].term);
  const first = leaves[0];
  if (first.kind !== "left" && first.kind !== "right") return undefined;
  const isRun = leaves.every((leaf, i) => {
    return leaf.kind === first.kind && leaf.column === first.column + i;
  });
  const columns = columnsOf(operands.type);
  const { path } = columns[first.column];
  const outer = path.slice(0, Math.max(0, path.length - columnsOf(type)[0].path.length));
  const isAll =
    startsAt(columns, outer) === first.column && printType(typeAt(operands.type, outer)) === printType(type);
  return isRun && isAll ? [operands.names[first.kind], ...outer].join(".") : undefined;
}

function startsAt(columns: readonly Column[], path: readonly string[]): number {
  return columns.findIndex((column) => path.every((name, i) => column.path[i] === name));
}

function typeAt(type: ValueType, path: readonly string[]): ValueType {
  return path.reduce((part, name) => (typeof part === "string" ? part : part[name]), type);
}

/** What an exclusive scan begins with, by column; undefined where the operator says nothing. */
export function startOf(operator: AnyOperator, type: ValueType): readonly Scalar[] | undefined {
  if (operator.kind === "record-operator") return operator.start;
  const start = operator.start(type as ElementType);
  return start === undefined ? undefined : [start];
}

/** The identity that an operator claims or, built in, has; by column. */
export function identityOf(operator: AnyOperator, type: ValueType): readonly Scalar[] | undefined {
  const claimed = operator.claims?.identity;
  if (claimed !== undefined || operator.kind === "record-operator") return claimed;
  const identity = operator.identity(type as ElementType);
  return identity === undefined ? undefined : [identity];
}
