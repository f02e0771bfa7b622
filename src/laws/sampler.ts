// Why: most false laws are refuted in microseconds, if the operands are the right ones: special values, neighbours of the operator's constants, and operands that are related.
import { applyUnary } from "../operators/apply.ts";
import { evaluateBody, evaluateColumns } from "../operators/evaluate.ts";
import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { bitsOf, fromBits, toHex } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import type { LawQuestion } from "./question.ts";

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
 * equal, one apart, of opposite sign, equal except in one column.
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

// Simplest first: a counterexample is made of the earliest values that will do.
const SMALL = [0, 1, 2, 3, -1, -2, 4, 5, 7, 8, 10, -3, 100];

const HALVES = [0.5, -0.5, 1.5, 0.1, -0];

const FLOAT_BITS = {
  f32: [
    0x4b800000n, // 2^24: adding 1 is lost
    0xcb800000n,
    0x33800000n, // 2^−24
    0x7f7fffffn, // largest
    0xff7fffffn,
    0x00800000n, // smallest normal
    0x00000001n, // smallest subnormal
    0x807fffffn, // largest subnormal, negative
    0x7f800000n, // ∞
    0xff800000n,
    0x7fc00000n, // NaN
  ],
  f64: [
    0x4340000000000000n,
    0xc340000000000000n,
    0x3ca0000000000000n,
    0x7fefffffffffffffn,
    0xffefffffffffffffn,
    0x0010000000000000n,
    0x0000000000000001n,
    0x800fffffffffffffn,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff8000000000000n,
  ],
} as const;

/** Values of a type at which laws usually break, the simplest first: small ones, extremes, halves of the width, signed zeros, NaN. */
export function specialValues(type: ScalarType): readonly Scalar[] {
  if (type === "bool") return [0, 1];
  if (type === "f32" || type === "f64") {
    const rounded = [...SMALL, ...HALVES].map((value) => (type === "f32" ? Math.fround(value) : value));
    return [...rounded, ...FLOAT_BITS[type].map((bits) => fromBits(type, bits))];
  }
  const width = BigInt(8 * SCALAR_TYPE_FACTS[type].bytes);
  const top = 1n << (width - 1n);
  const half = 1n << (width / 2n);
  const edges = [
    top - 1n,
    top,
    top + 1n,
    2n * top - 1n,
    half,
    half - 1n,
    half + 1n,
    top - 2n,
    0x55555555n,
    width,
  ];
  return distinct(
    type,
    [...SMALL.map(BigInt), ...edges].map((value) => fromBits(type, BigInt.asUintN(Number(width), value))),
  );
}

/** The special values of a type, and the constants of some terms with their neighbours. */
function sampleValues(type: ScalarType, terms: readonly Term[]): readonly Scalar[] {
  const constants = termList(terms).nodes.flatMap(({ term }) =>
    term.kind === "constant" && term.type === type ? [term.value, ...neighbours(type, term.value)] : [],
  );
  return distinct(type, [...specialValues(type), ...constants]);
}

/** The values one bit pattern below and above: ± 1 of an integer, the nearest floats, the other bool. */
function neighbours(type: ScalarType, value: Scalar): readonly Scalar[] {
  if (type === "bool") return [value === 0 ? 1 : 0];
  const width = 8 * SCALAR_TYPE_FACTS[type].bytes;
  return [-1n, 1n].map((step) => fromBits(type, BigInt.asUintN(width, bitsOf(type, value) + step)));
}

function distinct(type: ScalarType, values: readonly Scalar[]): readonly Scalar[] {
  return [...new Map(values.map((value) => [bitsOf(type, value), value])).values()];
}

/** A stream of pseudorandom integers that depends on the seed alone. */
export interface Draws {
  readonly next: () => number; // 32 bits, unsigned
  readonly below: (limit: number) => number; // 0 … limit − 1
}

/** splitmix with 32 bits of state, made from a seed of any size. Nothing but samples for tests depends on its quality. */
export function drawsFrom(seed: bigint): Draws {
  let state = Number(BigInt.asUintN(32, seed ^ (seed >> 32n)));
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return { next, below: (limit) => Math.floor((next() / 2 ** 32) * limit) };
}
