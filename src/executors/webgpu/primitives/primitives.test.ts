import { expect, test } from "vitest";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { expectSame, flagsOf, partsOf, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { add, max } from "../../../operators/built-in.ts";
import { binary, constant, convert, left, right, select, type Term } from "../../../operators/term.ts";
import { EmptyInputError } from "../../../values/errors.ts";
import { openWebGpuPrimitives } from "./webgpu-primitives.ts";

const LENGTHS = [0, 1, 1023, 5000];

/** Doubles of any bits, so that NaNs have payloads. */
const doublesOf = (length: number): Float64Array => new Float64Array(wordsOf(2 * length, 3).buffer);

const isOdd: Term = binary("equal", binary("and", left("u32"), constant("u32", 1)), constant("u32", 1));
const scaled: Term = binary("multiply", left("f64", 1), convert("f64", right("u32")));
const chosen: Term = select(isOdd, left("f64", 1), scaled);

describeOnQuickAdapter((adapter) => {
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
    const sum = columnContract(contractOf({ operator: add, type: "u32", expression: blockDyadic(32) }));
    const most = columnContract(contractOf({ operator: max, type: "u32", expression: blockDyadic(32) }));
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

  test("a reduce of what turns out to be nothing is refused when it is taken; an abort ends a call", async () => {
    const device = await adapter.device();
    const most = columnContract(contractOf({ operator: max, type: "u32", expression: blockDyadic(32) }));
    const on = openWebGpuPrimitives(partsOf(device), undefined);
    const [kept] = await on.compact([on.place(wordsOf(9, 1))], on.place(new Uint8Array(9)));
    const [result] = await on.reduce(most, [kept]);
    await expect(on.take(result)).rejects.toThrow(EmptyInputError);
    on.release();
    const controller = new AbortController();
    const aborted = openWebGpuPrimitives(partsOf(device), controller.signal);
    const taking = aborted.take(await aborted.iota(aborted.place(wordsOf(9, 1))));
    controller.abort(new Error("enough"));
    await expect(taking).rejects.toThrow("enough");
    aborted.release();
  });

  test("elements are repeated by their counts, of more columns than one pass moves", async () => {
    const device = await adapter.device();
    const counts = wordsOf(500, 3).map((word) => (word % 7 === 0 ? word % 90 : 0));
    const length = counts.reduce((sum, count) => sum + count, 0);
    const columns = [wordsOf(500, 5), doublesOf(500), flagsOf(500), wordsOf(500, 6), counts];
    const lookBack = { storageBuffers: 8, shape: { threads: 64, strips: 1, run: 1 } };
    await expectSame(
      device,
      columns,
      async (on, given) => {
        const elements = given.slice(0, 4);
        if (on.expand !== undefined) return on.expand(elements, given[4], length);
        const sources = [...counts].flatMap((count, i) => Array.from({ length: count }, () => i));
        return on.gather(elements, on.place(Uint32Array.from(sources)));
      },
      lookBack,
    );
  });
});
