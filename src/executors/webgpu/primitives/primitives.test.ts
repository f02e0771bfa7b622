import { test } from "vitest";
import { describeOnAdapters } from "../../../../test/webgpu/adapters.ts";
import { expectSame, flagsOf, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { add, max } from "../../../operators/built-in.ts";
import { binary, constant, convert, left, right, select, type Term } from "../../../operators/term.ts";

const LENGTHS = [0, 1, 1023, 5000];

/** Doubles of any bits, so that NaNs have payloads. */
const doublesOf = (length: number): Float64Array => new Float64Array(wordsOf(2 * length, 3).buffer);

const isOdd: Term = binary("equal", binary("and", left("u32"), constant("u32", 1)), constant("u32", 1));
const scaled: Term = binary("multiply", left("f64", 1), convert("f64", right("u32")));
const chosen: Term = select(isOdd, left("f64", 1), scaled);

describeOnAdapters((adapter) => {
  test("elements are computed and moved as by plain loops", async () => {
    const device = await adapter.device();
    for (const length of LENGTHS) {
      const indices = wordsOf(length, 11).map((word) => word % (length + 3));
      const columns = [wordsOf(length, 5), doublesOf(length), indices, flagsOf(length)];
      await expectSame(device, columns, async (on, [u, d, places, flags]) => {
        const [value, raw] = await on.map([chosen, left("f64", 1)], [u, d], [places]);
        const all = await on.concat(d, value);
        return [
          value,
          raw,
          ...(await on.gather([d, u, flags], places)),
          ...(await on.scatter([d, flags], places, [value, flags])),
          await on.iota(d),
          await on.fill("f64", -0, length),
          await on.fill("bool", 1, 7),
          await on.slice(all, 3, length),
          await on.slice(all, length + 1, 2 * length),
          all,
        ];
      });
    }
  });

  test("the segment of each element, empty ones among them", async () => {
    const device = await adapter.device();
    for (const offsets of [[0, 0, 3, 3, 3, 10, 1030, 1030], [0], [0, 0], [0, 5]]) {
      await expectSame(device, [Uint32Array.from(offsets)], async (on, [vector]) => [
        await on.segmentIds(vector, offsets.at(-1) ?? 0),
      ]);
    }
  });

  test("what follows a selection needs no length of the host's", async () => {
    const device = await adapter.device();
    const sum = contractOf({ operator: add, type: "u32", expression: blockDyadic(32) });
    const most = contractOf({ operator: max, type: "u32", expression: blockDyadic(32) });
    for (const length of [1, 5000]) {
      const flags = flagsOf(length).fill(1, 0, 1);
      await expectSame(device, [wordsOf(length, 5), flags], async (on, [u, given]) => {
        const [kept] = await on.compact([u], given);
        const [again] = await on.compact([kept], (await on.map([isOdd], [kept]))[0]);
        const both = await on.concat(again, kept);
        return [
          both,
          await on.slice(both, 100, 900),
          await on.iota(again),
          ...(await on.reduce(most, [kept])),
          ...(await on.scan(sum, "inclusive-scan", [both])),
        ];
      });
    }
  });
});
