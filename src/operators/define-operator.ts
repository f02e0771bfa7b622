// The only way to an operator: every builder, text and decoder ends here, so that an operator which exists is well typed.

import { checkObject, checkText } from "../values/check-arguments.ts";
import { checkOptionNames, KEBAB_CASE } from "../values/check-name.ts";

import { describe } from "../values/describe.ts";
import type { ElementType, Scalar } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { hashBytes } from "../values/hash.ts";
import {
  type Column,
  columnsOf,
  printType,
  type RecordType,
  typeOfColumns,
  type ValueType,
} from "../values/value-types.ts";
import { checkLeftAlone, checkRoots, checkScalar, checkTerms } from "./check-terms.ts";
import {
  type AnyOperator,
  type Claims,
  checkOwnOperator,
  claimsOf,
  type Derivation,
  OPERATORS,
  type Operator,
  type RecordOperator,
} from "./operator.ts";
import type { Term } from "./term.ts";
import { nodeText, termList } from "./term-list.ts";

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
 * Data is taken for what it says and no more: each node is made anew, so that a constant is a number and never text.
 *
 * @throws InvalidArgumentError for what is not a term, terms that do not fit the type, are too large or too deep, or look at a column that is
 * not there, and for claims that do not fit
 */
export function defineOperator<Type extends ValueType>(
  type: Type,
  terms: readonly Term[],
  facts: OperatorFacts = {},
): OperatorOf<Type> {
  const columns = columnsOf(type);
  const known = typeOfColumns(columns);
  if (known === "bool") {
    throw new InvalidArgumentError("type", 'an element type or a record such as { flag: "bool" }', '"bool"');
  }
  checkOptionNames(facts, ["name", "start", "claims", "derivation"]);
  const { name = "custom", derivation } = facts;
  const checked = checkRoots(columns, columns, terms, placeOf);
  const claims = checkClaims(columns, facts.claims);
  if (typeof name !== "string" || !KEBAB_CASE.test(name) || name === "function") {
    throw new InvalidArgumentError("name", 'in kebab-case and not "function"', describe(name));
  }
  const start = checkScalars("start", columns, facts.start) ?? claims?.identity;
  const common = {
    name,
    hash: hashOf(known, checked),
    ...(claims === undefined ? {} : { claims }),
    ...(derivation === undefined ? {} : { derivation: checkDerivation(derivation) }),
  };
  if (typeof known === "object") {
    const operator: RecordOperator = {
      kind: "record-operator",
      ...common,
      type: known,
      columns,
      terms: checked,
      start,
      isAssociative: false,
      isCommutative: false,
    };
    return OPERATORS.mark(operator) as OperatorOf<Type>;
  }
  const operator: Operator = {
    kind: "operator",
    ...common,
    types: Object.freeze([known]),
    term: () => checked[0],
    start: () => start?.[0],
    identity: () => undefined,
    isAssociative: () => false,
    isCommutative: false,
  };
  return OPERATORS.mark(operator) as OperatorOf<Type>;
}

/** 16 hex digits (FNV-1a 64) over the type and the list of distinct nodes: equal for equal terms, however they share subterms. */
export function hashOf(type: ValueType, terms: readonly Term[]): string {
  const { nodes, roots } = termList(terms);
  const lines = nodes.map(({ term, operands }) => nodeText(term, operands));
  const text = [printType(type), ...lines, roots.join(" ")].join("\n");
  return hashBytes(new TextEncoder().encode(text));
}

function placeOf({ path }: Column): string {
  return path.length === 0 ? "the value of the operator" : `column ${path.join(".")}`;
}

function checkScalars(
  argument: string,
  columns: readonly Column[],
  values: readonly Scalar[] | undefined,
): readonly Scalar[] | undefined {
  if (values === undefined) return undefined;
  if (!Array.isArray(values)) throw new InvalidArgumentError(argument, "a list of values", describe(values));
  if (values.length !== columns.length) {
    const expected = `${columns.length} values, one for each column`;
    throw new InvalidArgumentError(argument, expected, `${values.length}`);
  }
  return Object.freeze(columns.map(({ type }, i) => checkScalar(`${argument}[${i}]`, type, values[i])));
}

function checkClaims(columns: readonly Column[], claims: Claims | undefined): Claims | undefined {
  if (claims === undefined) return undefined;
  checkObject("claims", claims);
  const identity = checkScalars("identity", columns, claims.identity);
  const carrier = claims.carrier === undefined ? undefined : checkCarrier(columns, claims.carrier);
  return Object.freeze(claimsOf(identity, carrier) ?? {});
}

function checkCarrier(columns: readonly Column[], given: Term): Term {
  const [carrier] = checkTerms("carrier", columns, [given]);
  if (carrier.type !== "bool") throw new InvalidArgumentError("carrier", "bool", carrier.type);
  checkLeftAlone("carrier", "a term over one value, left", [carrier]);
  return carrier;
}

// Its author's word, which law rules hold against the terms; the parts must be operators for that.
function checkDerivation(given: Derivation): Derivation {
  const { combinator, parts } = checkObject("derivation", given);
  if (!Array.isArray(parts)) throw new InvalidArgumentError("derivation.parts", "operators", describe(parts));
  const checked = Array.from(parts as readonly unknown[], (part, i) =>
    checkOwnOperator(`derivation.parts[${i}]`, part),
  );
  return Object.freeze({
    combinator: checkText("derivation.combinator", combinator),
    parts: Object.freeze(checked),
  });
}
