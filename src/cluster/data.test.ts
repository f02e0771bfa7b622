import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineHere, toolsIn, withFolder } from "../../test/helpers/cluster-runs.ts";
import { describeDataset, parseDataset, printDataset } from "../cluster.ts";
import { bisection, leftFold, linearCarry } from "../expressions/expression.ts";
import { encodeNpy } from "../formats/encode.ts";
import { writeArray, writeColumns } from "../formats/write-array.ts";
import { reduce } from "../index.ts";
import { parseOperator } from "../operators.ts";
import { EmptyInputError, FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { openDataset } from "./data/open-part.ts";
import { openUri } from "./data/open-uri.ts";
import { openPath } from "./data/part-bytes.ts";
import { createRun } from "./run.ts";
import { requestOf } from "./run-request.ts";

const VALUES = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i));
const RANKS = Int32Array.from({ length: 5000 }, (_, i) => i % 977);

describe("a dataset", () => {
  it.each(["npy", "raw", "arrow", "parquet"])("of %s files reads any range of them", async (format) => {
    await withFolder(async (folder) => {
      for (const [i, end] of [1200, 1200, 5000].entries()) {
        const part = VALUES.slice([0, 1200, 1200][i], end);
        const path = join(folder, `values-${i}.${format}`);
        if (format === "npy" || format === "raw") await writeArray(path, part);
        else await writeColumns(path, [{ column: "value", type: "f64", array: part }]);
      }
      const dataset = await describeDataset(folder, format === "raw" ? { type: "f64" } : {});
      expect(dataset.parts.map(({ length }) => length)).toEqual([1200, 0, 3800]);
      expect(parseDataset(printDataset(dataset), "text")).toEqual(dataset);
      const source = openDataset(dataset, [0], openPath);
      for (const [start, end] of [
        [0, 5000],
        [1190, 1210],
        [3000, 3000],
        [4999, 5000],
        [0, 3],
      ]) {
        expect((await source.read(start, end))[0].slice()).toEqual(VALUES.slice(start, end));
      }
      await source.close();
    });
  });

  it("of tables gives records, for an operator of one's own", async () => {
    await withFolder(async (folder) => {
      const operator = parseOperator(
        "(a: {value: f64, rank: i32}, b) => if a.value >= b.value then a else b",
      );
      for (const [i, extension] of ["parquet", "parquet"].entries()) {
        const [start, end] = [i * 2000, i === 0 ? 2000 : 5000];
        await writeColumns(join(folder, `t-${i}.${extension}`), [
          { column: "rank", type: "i32", array: RANKS.slice(start, end) },
          { column: "value", type: "f64", array: VALUES.slice(start, end) },
        ]);
      }
      const dataset = await describeDataset(folder, { column: ["rank", "value"] });
      const request = requestOf(dataset, "inclusive-scan", { operator, pieceLength: 900 });
      const run = await createRun(request, toolsIn(join(folder, "run")));
      const { value, output } = await run.go({ engine: engineHere(2) });
      expect(value).toEqual(reduce({ value: VALUES, rank: RANKS }, { operator } as never));
      expect(output?.map(({ column, type }) => [column, type])).toEqual([
        ["value", "f64"],
        ["rank", "i32"],
      ]);
    });
  });

  it("says which file is not like the others, is not there, or has nothing", async () => {
    await withFolder(async (folder) => {
      const at = (name: string): string => join(folder, name);
      await writeArray(at("a.npy"), VALUES);
      await writeArray(at("b.npy"), RANKS);
      await writeArray(at("c.npy"), new Float64Array(0));
      await writeFile(at("d.npy"), "nothing of the kind");
      await expect(describeDataset([at("a.npy"), at("b.npy")])).rejects.toThrow(/b\.npy.*f64.*i32/);
      await expect(describeDataset(at("c.npy"))).rejects.toThrow(EmptyInputError);
      await expect(describeDataset(at("d.npy"))).rejects.toThrow(/d\.npy/);
      await expect(describeDataset(at("e.npy"))).rejects.toThrow(/e\.npy.*no such file/);
      await expect(describeDataset(at("*.parquet"))).rejects.toThrow(/files like \*\.parquet/);
      await expect(describeDataset(at("a.npy"), { column: ["x"] })).rejects.toThrow(InvalidArgumentError);
      expect(() => parseDataset('{"parts":[{}]}', "text")).toThrow(FormatError);
    });
  });
});

describe("files at addresses", () => {
  const bytes = encodeNpy(VALUES);
  let [failures, etag, hasRanges] = [0, '"one"', true];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.range ?? "all");
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (failures > 0) {
      failures--;
      response.writeHead(503).end();
    } else if (request.url?.startsWith("/secret")) response.writeHead(403).end();
    else if (request.headers["if-match"] !== undefined && request.headers["if-match"] !== etag) {
      response.writeHead(412).end();
    } else if (!hasRanges) response.writeHead(200).end(bytes);
    else {
      const part = bytes.subarray(Number(start), Number(end) + 1);
      response.writeHead(206, { etag, "content-range": `bytes ${start}-${end}/${bytes.length}` }).end(part);
    }
  });
  let address = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("are read by ranges, some blocks at a time, with patience", async () => {
    await withFolder(async (folder) => {
      failures = 2;
      const dataset = await describeDataset([`${address}/a.npy`, `${address}/b.npy`]);
      expect(dataset.parts[0]).toMatchObject({ bytes: bytes.length, length: 5000, etag: '"one"' });
      asked.length = 0;
      const tools = { ...toolsIn(join(folder, "run")), open: openUri(fetch) };
      const run = await createRun(requestOf(dataset, "reduce", { pieceLength: 5000 }), tools);
      for (const index of [0, 1]) await run.step({ step: "summary", index });
      expect((await run.join())?.value).toBe(reduce(Float64Array.of(...VALUES, ...VALUES)));
      expect(asked).toHaveLength(4); // of each file its size, and one block
    });
  });

  it("are refused where they changed, are secret, or have no ranges, without what may be a secret", async () => {
    const dataset = await describeDataset(`${address}/a.npy`);
    etag = '"two"';
    const source = openDataset(dataset, [0], openUri(fetch));
    await expect(source.read(0, 1)).rejects.toThrow(/etag "one".*etag "two"/);
    await expect(describeDataset(`${address}/secret.npy?token=hush`)).rejects.toThrow(
      /secret\.npy".*credentials were refused, status 403/,
    );
    await expect(describeDataset(`${address}/secret.npy?token=hush`)).rejects.not.toThrow(/hush/);
    hasRanges = false;
    await expect(describeDataset(`${address}/a.npy`)).rejects.toThrow(UnsupportedError);
    await expect(describeDataset("ftp://example.org/a.npy")).rejects.toThrow(UnsupportedError);
    hasRanges = true;
  });
});

describe("what is asked of a dataset", () => {
  it("is chained where summaries would not be small, and refused where there are none", async () => {
    await withFolder(async (folder) => {
      const file = join(folder, "a.npy");
      await writeArray(file, VALUES);
      const dataset = await describeDataset(file);
      const asked = async (options: object) =>
        createRun(requestOf(dataset, "reduce", options), toolsIn(join(folder, String(count++))));
      let count = 0;
      await expect(asked({ expression: bisection })).rejects.toThrow(UnsupportedError);
      await expect(asked({ operator: (a: number) => a })).rejects.toThrow(UnsupportedError);
      await expect(asked({ pieceLength: 0 })).rejects.toThrow(InvalidArgumentError);
      await expect(asked({ columns: ["x"] })).rejects.toThrow(/"column"/);
      expect((await asked({ expression: leftFold })).plan.isChained).toBe(true);
      expect((await asked({ expression: linearCarry(2) })).plan.isChained).toBe(true);
      expect((await asked({ expression: linearCarry(2), pieceLength: 1000 })).plan.isChained).toBe(false);
      expect((await asked({ expression: linearCarry(4096) })).plan.isChained).toBe(false);
    });
  });
});
