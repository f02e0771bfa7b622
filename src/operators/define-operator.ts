import type { ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import { KEBAB_CASE } from "../values/kebab-case.ts";
import { type Column, columnsOf, printType, type RecordType, type ValueType } from "../values/value-types.ts";
import type { AnyOperator, Claims, Derivation, Operator, RecordOperator } from "./operator.ts";
import { operandsOf, type Term } from "./term.ts";
import { nodeText, termList } from "./term-list.ts";

/** The most distinct nodes, and the longest path to a leaf, that an operator's terms may have. */
const MOST_NODES = 4096;
const DEEPEST = 256;

export interface OperatorFacts {
  readonly name?: string | undefined; // default: "custom"
  readonly start?: readonly Scalar[] | undefined; // by column; default: the claimed identity
  readonly claims?: Claims | undefined;
  readonly derivation?: Derivation | undefined;
}

/** An operator over single elements if `Type` is an element type, over records if it is one. */
export type OperatorOf<Type extends ValueType> = Type extends ElementType
  ? Operator<Type>
  : Type extends RecordType
    ? RecordOperator<Type>
    : AnyOperator;

/**
 * The operator whose terms, one for each column of `type`, are given. The one place where operators that are not built in are made.
 *
 * Nothing is known of it but its terms: neither associative nor commutative until samebits/laws proves it.
 *
 * @throws InvalidArgumentError for terms that do not fit the type, are too large or too deep, or look at a column that is not there
 */
export function defineOperator<Type extends ValueType>(
  type: Type,
  terms: readonly Term[],
  facts: OperatorFacts = {},
): OperatorOf<Type> {
  const columns = columnsOf(type);
  if (type === "bool") {
    throw new InvalidArgumentError("type", 'an element type or a record such as { flag: "bool" }', '"bool"');
  }
  checkTerms(columns, terms);
  checkClaims(columns, facts.claims ?? {});
  const name = facts.name ?? "custom";
  if (!KEBAB_CASE.test(name) || name === "function") {
    throw new InvalidArgumentError("name", 'in kebab-case and not "function"', `"${name}"`);
  }
  const start = facts.start ?? facts.claims?.identity;
  const common = {
    name,
    hash: hashOf(type, terms),
    ...(facts.claims === undefined ? {} : { claims: facts.claims }),
    ...(facts.derivation === undefined ? {} : { derivation: facts.derivation }),
  };
  if (typeof type === "object") {
    const operator: RecordOperator = {
      kind: "record-operator",
      ...common,
      type,
      columns,
      terms,
      start,
      isAssociative: false,
      isCommutative: false,
    };
    return operator as OperatorOf<Type>;
  }
  const operator: Operator = {
    kind: "operator",
    ...common,
    types: [type as ElementType],
    term: () => terms[0],
    start: () => start?.[0],
    identity: () => undefined,
    isAssociative: () => false,
    isCommutative: false,
  };
  return operator as OperatorOf<Type>;
}

/** 16 hex digits (FNV-1a 64) over the type and the list of distinct nodes: equal for equal terms, however they share subterms. */
export function hashOf(type: ValueType, terms: readonly Term[]): string {
  const { nodes, roots } = termList(terms);
  const lines = nodes.map(({ term, operands }) => nodeText(term, operands));
  const text = [printType(type), ...lines, roots.join(" ")].join("\n");
  return hashBytes(new TextEncoder().encode(text));
}

function checkTerms(columns: readonly Column[], terms: readonly Term[]): void {
  if (terms.length !== columns.length) {
    throw new InvalidArgumentError("terms", `${columns.length}, one for each column`, `${terms.length}`);
  }
  terms.forEach((term, index) => {
    if (term.type === columns[index].type) return;
    const path = columns[index].path.join(".");
    const at = path === "" ? "the value of the operator" : `column ${path}`;
    throw new InvalidArgumentError(at, columns[index].type, term.type);
  });
  checkSize(columns, terms);
}

function checkClaims(columns: readonly Column[], { identity, carrier }: Claims): void {
  if (identity !== undefined && identity.length !== columns.length) {
    throw new InvalidArgumentError(
      "identity",
      `${columns.length} values, one for each column`,
      `${identity.length}`,
    );
  }
  if (carrier === undefined) return;
  if (carrier.type !== "bool") throw new InvalidArgumentError("carrier", "bool", carrier.type);
  checkSize(columns, [carrier]);
  if (termList([carrier]).nodes.some(({ term }) => term.kind === "right")) {
    throw new InvalidArgumentError("carrier", "a term over one value, left", "one with right");
  }
}

/** Refuses terms that are too large or too deep, or look at a column that is not there. @throws InvalidArgumentError */
export function checkSize(columns: readonly Column[], terms: readonly Term[]): void {
  const depths = new Map<Term, number>();
  // Not recursive: what is too deep for the limit may be too deep for the call stack.
  const open = [...terms];
  while (open.length > 0) {
    const term = open[open.length - 1];
    const missing = operandsOf(term).filter((operand) => !depths.has(operand));
    if (missing.length > 0 && !depths.has(term)) {
      open.push(...missing);
      continue;
    }
    open.pop();
    if (depths.has(term)) continue;
    checkLeaf(columns, term);
    const depth = 1 + Math.max(0, ...operandsOf(term).map((operand) => depths.get(operand) ?? 0));
    if (depth > DEEPEST)
      throw new InvalidArgumentError("operator", `a term at most ${DEEPEST} deep`, "a deeper one");
    depths.set(term, depth);
    if (depths.size > MOST_NODES) {
      throw new InvalidArgumentError("operator", `a term of at most ${MOST_NODES} nodes`, "a larger one");
    }
  }
}

function checkLeaf(columns: readonly Column[], term: Term): void {
  if (term.kind !== "left" && term.kind !== "right") return;
  const column = columns[term.column];
  if (column?.type === term.type) return;
  const fact = column === undefined ? `column ${term.column}` : `${term.type} for ${column.type}`;
  throw new InvalidArgumentError(`${term.kind} operand`, "a column of the operator's type", fact);
}
