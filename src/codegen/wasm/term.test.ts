import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeColumns,
  everyOperation,
  hostileScalars,
  type Pick,
  randomBody,
  randomTerm,
  randomValue,
} from "../../../test/helpers/operators/terms.ts";
import { elementaryTable } from "../../executors/wasm/memory/elementary-table.ts";
import { evaluateColumns } from "../../operators/evaluate.ts";
import { replaceLeaves, type Term } from "../../operators/term.ts";
import { bitsOf, fromBits, toHex } from "../../values/bits.ts";
import {
  ELEMENT_TYPES,
  SCALAR_TYPE_FACTS,
  type Scalar,
  type ScalarType,
} from "../../values/element-types.ts";
import { columnsOf } from "../../values/value-types.ts";
import { i32Const, type Local, load, store } from "./code.ts";
import { encodeModule, FunctionBuilder } from "./module.ts";
import { valueTypeOf } from "./scalar-operations.ts";
import { type EmittableTerms, emitTerms, emittableTerms, type Shape } from "./term.ts";

const SEED = 20261121;
const RUNS = 400;

const LEFT = 1024;
const RIGHT = 4096;
const RESULT = 8192;
const PLACE_BYTES = 16; // of one column: a vector, or one element in its first bytes

type Run = (
  pairs: readonly (readonly [readonly Scalar[], readonly Scalar[]])[],
) => readonly (readonly Scalar[])[];

/** Runs compiled terms on up to as many pairs of operands as there are lanes, through memory. */
function compile(terms: EmittableTerms, shape: Shape): Run {
  const { columns } = terms;
  const builder = new FunctionBuilder("apply", []);
  const newLocal = (type: Local["type"]): Local => builder.local(type);
  const typeAt = (type: ScalarType) => (shape === "scalar" ? valueTypeOf(type) : "v128");
  const operand = (base: number) =>
    columns.map((type, column) => load(typeAt(type), i32Const(base + column * PLACE_BYTES)));
  const targets = columns.map((type) => builder.local(typeAt(type)));
  const values = emitTerms(terms, shape, operand(LEFT), operand(RIGHT), newLocal);
  builder.body = [
    values,
    [...targets].reverse().map(({ index }) => [0x21, index]),
    columns.map((type, column) =>
      store(typeAt(type), i32Const(RESULT + column * PLACE_BYTES), [0x20, targets[column].index]),
    ),
  ];
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const bytes = encodeModule({ minimumPages: 1, maximumPages: 1, isShared: false }, [builder]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    env: { memory, elementary: elementaryTable() },
  });
  const view = new DataView(memory.buffer);
  const laneBytes = shape === "scalar" ? undefined : shape;
  const apply = exports.apply as () => void;
  return (pairs) => {
    pairs.forEach((pair, lane) => {
      pair.forEach((value, side) => {
        columns.forEach((type, column) => {
          const at = (side === 0 ? LEFT : RIGHT) + column * PLACE_BYTES + lane * (laneBytes ?? 0);
          writePlace(view, at, type, value[column], laneBytes);
        });
      });
    });
    apply();
    return pairs.map((_, lane) =>
      columns.map((type, column) =>
        readPlace(view, RESULT + column * PLACE_BYTES + lane * (laneBytes ?? 0), type, laneBytes),
      ),
    );
  };
}

/** On lanes a bool is a mask as wide as they are; else it is an i32. */
function writePlace(
  view: DataView,
  at: number,
  type: ScalarType,
  value: Scalar,
  laneBytes: 4 | 8 | undefined,
): void {
  const width = type === "bool" ? (laneBytes ?? 4) : SCALAR_TYPE_FACTS[type].bytes;
  const bits = type === "bool" && laneBytes !== undefined ? BigInt(-Number(value)) : bitsOf(type, value);
  if (width === 8) view.setBigUint64(at, BigInt.asUintN(64, bits), true);
  else view.setUint32(at, Number(BigInt.asUintN(32, bits)), true);
}

function readPlace(view: DataView, at: number, type: ScalarType, laneBytes: 4 | 8 | undefined): Scalar {
  const width = type === "bool" ? (laneBytes ?? 4) : SCALAR_TYPE_FACTS[type].bytes;
  const bits = width === 8 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true));
  if (type !== "bool") return fromBits(type, bits);
  const all = laneBytes === undefined ? 1n : 2n ** BigInt(8 * width) - 1n;
  expect([0n, all]).toContain(bits);
  return bits === 0n ? 0 : 1;
}

function hexOf(columns: readonly ScalarType[], value: readonly Scalar[]): string {
  return columns.map((type, column) => toHex(type, value[column])).join(" ");
}

/** Compares compiled terms with the evaluator on all pairs of values, by bits. */
function check(
  name: string,
  terms: EmittableTerms,
  source: readonly Term[],
  pairs: readonly (readonly [readonly Scalar[], readonly Scalar[]])[],
): void {
  const shapes: Shape[] = terms.laneBytes === undefined ? ["scalar"] : ["scalar", terms.laneBytes];
  for (const shape of shapes) {
    const run = compile(terms, shape);
    const width = shape === "scalar" ? 1 : 16 / shape;
    for (let start = 0; start < pairs.length; start += width) {
      const some = pairs.slice(start, start + width);
      const results = run(some);
      some.forEach(([one, two], lane) => {
        const expected = hexOf(terms.columns, evaluateColumns(source, one, two));
        const actual = hexOf(terms.columns, results[lane]);
        if (actual === expected) return;
        expect.fail(`${name} (${shape}) of [${one}] and [${two}]: ${actual}, not ${expected}`);
      });
    }
  }
}

/** Operations that no lanes have, whatever the width. */
const SCALAR_ONLY =
  /^(remainder|count\w+|shift\w+|rotate\w+) |^divide [iu]|^convert to [iu]64 from f64|^convert to f64 from [iu]64/;

describe("WebAssembly of every operation has the bits of the evaluator, also in lanes", () => {
  for (const { name, operandType, term } of everyOperation()) {
    it(name, () => {
      // The operation's value in one column, its operands in another: both are seen.
      const columns = [term.type, operandType];
      const place = (node: Term): Term =>
        node.kind === "left" || node.kind === "right" ? { ...node, column: 1 } : node;
      const moved = replaceLeaves([term], place)[0];
      const terms = [moved, { kind: "right", type: operandType, column: 1 } as const];
      const emittable = emittableTerms(columns, terms);
      const widths = columns.filter((type) => type !== "bool").map((type) => SCALAR_TYPE_FACTS[type].bytes);
      const isMixed = new Set(widths).size > 1;
      expect(emittable.laneBytes !== undefined, "on lanes").toBe(!isMixed && !SCALAR_ONLY.test(name));
      const values = hostileScalars(operandType);
      const filler = hostileScalars(term.type)[0];
      const pairs = values.flatMap((one) =>
        values.map((two): [Scalar[], Scalar[]] => [
          [filler, one],
          [filler, two],
        ]),
      );
      check(name, emittable, terms, pairs);
    });
  }
});

describe("WebAssembly of random terms has the bits of the evaluator", () => {
  const pairsFor = (
    columns: ReturnType<typeof columnsOf>,
    pick: Pick,
  ): [readonly Scalar[], readonly Scalar[]][] =>
    Array.from({ length: 8 }, () => [randomValue(columns, pick), randomValue(columns, pick)]);

  it(`over records (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.gen(), (generate) => {
        const pick: Pick = (length) => generate(fc.nat, { max: length - 1 });
        const { columns, terms } = randomBody(pick);
        const emittable = emittableTerms(
          columns.map(({ type }) => type),
          terms,
        );
        check(describeColumns(columns), emittable, terms, pairsFor(columns, pick));
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it(`over single elements, in lanes where they fit (seed ${SEED})`, () => {
    let inLanes = 0;
    fc.assert(
      fc.property(fc.constantFrom(...ELEMENT_TYPES), fc.gen(), (type, generate) => {
        const pick: Pick = (length) => generate(fc.nat, { max: length - 1 });
        const term = randomTerm(type, pick);
        const emittable = emittableTerms([type], [term]);
        if (emittable.laneBytes !== undefined) inLanes++;
        check(type, emittable, [term], pairsFor(columnsOf(type), pick));
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(inLanes).toBeGreaterThan(RUNS / 20);
  });

  it("puts shared subterms to work once", () => {
    const shared: Term = {
      kind: "binary",
      operation: "multiply",
      type: "f64",
      first: leaf("left"),
      second: leaf("right"),
    };
    let term: Term = shared;
    for (let i = 0; i < 30; i++)
      term = { kind: "binary", operation: "add", type: "f64", first: term, second: term };
    check("2^30 · left · right", emittableTerms(["f64"], [term]), [term], [[[1.5], [-3]]]);
  });
});

function leaf(kind: "left" | "right"): Term {
  return { kind, type: "f64", column: 0 };
}
