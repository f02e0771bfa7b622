import { applyUnary } from "../operators/apply.ts";
import { evaluateBody, evaluateColumns } from "../operators/evaluate.ts";
import { fromBits, toHex } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { type Draws, drawsFrom } from "./draws.ts";
import type { LawQuestion } from "./question.ts";
import { neighbours, sampleValues } from "./sample-values.ts";

type Values = readonly Scalar[]; // of one operand, by column

/** Operands for a law: deterministic in the seed, all of them in the carrier. */
interface Sampler {
  readonly isEmpty: boolean; // no value of the carrier was found
  readonly memberCount: number | undefined; // distinct values of the carrier that were found; undefined without a carrier
  readonly sample: (operandCount: number) => readonly Values[];
}

/** Candidates tried for the carrier, and the most of them that are kept. */
const CANDIDATES = 6000;
const MOST_MEMBERS = 500;

/**
 * Samples that mix special values, small numbers, constants of the terms with their neighbours and any bits, and operands that are related:
 * equal, one apart, of opposite sign, equal but for one column.
 *
 * For a carrier its members are looked for among all of these, among mutations of members found, and among combinations of them.
 */
export function samplerOf(question: LawQuestion, seed: bigint): Sampler {
  const { body, carrier, identity } = question;
  const draws = drawsFrom(seed);
  const terms = [
    ...body.terms,
    ...(carrier === undefined ? [] : [carrier]),
    ...(question.other?.terms ?? []),
  ];
  const pools = body.columns.map(({ type }, column) => {
    const pool = sampleValues(type, terms);
    return identity === undefined ? pool : [...pool, identity[column], ...neighbours(type, identity[column])];
  });
  const types = body.columns.map(({ type }) => type);
  const fresh = (): Values => freshValues(types, pools, draws);
  const related = (values: Values): Values => relatedValues(values, types, fresh, draws);
  const someOf =
    (make: () => Values) =>
    (operandCount: number): readonly Values[] => {
      const operands = [make()];
      while (operands.length < operandCount) {
        const isRelated = draws.below(2) === 0;
        operands.push(isRelated ? related(operands[draws.below(operands.length)]) : make());
      }
      return operands;
    };
  if (carrier === undefined) return { isEmpty: false, memberCount: undefined, sample: someOf(fresh) };

  const isMember = (values: Values): boolean => evaluateColumns([carrier], values, [])[0] === 1;
  const members = membersOf(question, isMember, fresh, related, draws);
  if (members.length === 0) return { isEmpty: true, memberCount: 0, sample: () => [] };
  const member = (): Values => members[draws.below(members.length)];
  const sample = (operandCount: number): readonly Values[] =>
    someOf(member)(operandCount).map((values) => (isMember(values) ? values : member()));
  return { isEmpty: false, memberCount: members.length, sample };
}

function membersOf(
  { body, identity }: LawQuestion,
  isMember: (values: Values) => boolean,
  fresh: () => Values,
  related: (values: Values) => Values,
  draws: Draws,
): readonly Values[] {
  const members: Values[] = [];
  const keys = new Set<string>();
  const consider = (values: Values): void => {
    const key = values.map((value, column) => toHex(body.columns[column].type, value)).join();
    if (keys.has(key) || !isMember(values)) return;
    keys.add(key);
    members.push(values);
  };
  if (identity !== undefined) consider(identity);
  for (let tried = 0; tried < CANDIDATES && members.length < MOST_MEMBERS; tried++) {
    const some = (): Values => members[draws.below(members.length)];
    if (members.length === 0 || tried % 3 === 0) consider(fresh());
    else consider(tried % 3 === 1 ? related(some()) : evaluateBody(body, some(), some()));
  }
  return members;
}

function freshValues(types: readonly ScalarType[], pools: readonly Values[], draws: Draws): Values {
  const values: Scalar[] = [];
  types.forEach((type, column) => {
    const twin = types.indexOf(type);
    const copiesColumn = twin < column && draws.below(5) === 0;
    values.push(copiesColumn ? values[twin] : freshValue(type, pools[column], draws));
  });
  return values;
}

/** How many of the pool's first values, the small ones, have a share of their own. */
const SMALL_COUNT = 8;

function freshValue(type: ScalarType, pool: Values, draws: Draws): Scalar {
  const choice = draws.below(8);
  if (choice < 3) return pool[draws.below(Math.min(SMALL_COUNT, pool.length))];
  if (choice < 6) return pool[draws.below(pool.length)];
  if (choice === 6 && SCALAR_TYPE_FACTS[type].isFloat) {
    const ratio = (draws.below(2 ** 21) - 2 ** 20) / 3;
    return type === "f32" ? Math.fround(ratio) : ratio;
  }
  const bits = (BigInt(draws.next()) << 32n) | BigInt(draws.next());
  return fromBits(
    type,
    type === "bool" ? bits & 1n : BigInt.asUintN(8 * SCALAR_TYPE_FACTS[type].bytes, bits),
  );
}

function relatedValues(
  values: Values,
  types: readonly ScalarType[],
  fresh: () => Values,
  draws: Draws,
): Values {
  const chosen = draws.below(types.length);
  const change = (make: (type: ScalarType, value: Scalar) => Scalar): Values =>
    values.map((value, column) => (column === chosen ? make(types[column], value) : value));
  switch (draws.below(5)) {
    case 0:
      return values;
    case 1:
      return change((type, value) => neighbours(type, value)[0]);
    case 2:
      return change((type, value) => neighbours(type, value)[types[chosen] === "bool" ? 0 : 1]);
    case 3:
      return change((type, value) => (type === "bool" ? value : applyUnary("negate", type, value)));
    default: {
      const other = fresh();
      return change(() => other[chosen]);
    }
  }
}
