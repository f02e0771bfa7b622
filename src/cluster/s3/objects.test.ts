import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { CLI, waves } from "../../../test/helpers/cluster-kills.ts";
import { toolsIn, withFolder } from "../../../test/helpers/cluster-runs.ts";
import { type S3Server, withS3 } from "../../../test/helpers/cluster-s3.ts";
import { encodeNpy } from "../../formats/encode.ts";
import { inclusiveScan, reduce } from "../../index.ts";
import { DisagreementError, FormatError, UnsupportedError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { describeFiles } from "../data/describe-dataset.ts";
import { openUri } from "../data/open-uri.ts";
import type { Engine } from "../engine.ts";
import { createRun, openRun, type Run, type RunTools } from "../run.ts";
import { requestOf } from "../run-request.ts";
import { openObject } from "./object-bytes.ts";
import { objectStore } from "./object-store.ts";
import { type Objects, openObjects } from "./objects.ts";

const WAVES = waves(30_000);

const before = { ...process.env };

afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) delete process.env[name];
  Object.assign(process.env, before);
});

/** What this process finds in its environment when it opens a client. */
function objectsOf({ env }: Pick<S3Server, "env">): Objects {
  Object.assign(process.env, env);
  return openObjects({ hasOwnEndpoint: true });
}

function toolsAt(objects: Objects, prefix: string, name: string): RunTools {
  const open = openUri(fetch, (uri) => openObject(objects, uri));
  return { ...toolsIn("none", name), store: objectStore(prefix, name, objects), open };
}

/** One that computes in this process. */
function engineOf(run: Run): Engine {
  return {
    name: "here",
    async run({ step, indices, again, tell }) {
      for (const index of indices) {
        await run.step({ step, index, again });
        tell({ kind: "done", index, worker: "here", seconds: 0 });
      }
    },
    async stop() {},
  };
}

describe("a run at an address of S3", () => {
  it.each([true, false])(
    "has the bits of one process, where puts have conditions: %s",
    async (hasConditions) => {
      await withS3({ hasConditions }, async (server) => {
        const objects = objectsOf(server);
        await objects.put("s3://runs/data/one.npy", encodeNpy(WAVES.slice(0, 12_000)));
        await objects.put("s3://runs/data/two.npy", encodeNpy(WAVES.slice(12_000)));
        const tools = toolsAt(objects, "s3://runs/scan", "a");
        const uris = ["s3://runs/data/one.npy", "s3://runs/data/two.npy"];
        const dataset = await describeFiles(uris, {}, tools.open);
        expect(dataset.parts[0]).toMatchObject({ length: 12_000, etag: expect.stringMatching(/^"/) });
        const request = requestOf(dataset, "inclusive-scan", { pieceLength: 7000, hashWhole: true });
        const run = await createRun(request, tools);
        for (const index of [1, 1, 4]) await run.step({ step: "summary", index });
        const others = await openRun(toolsAt(objects, "s3://runs/scan/", "b"));
        await Promise.all([run, others].map((each) => each.step({ step: "summary", index: 2, again: true })));
        const receipt = await run.go({ engine: engineOf(run), audit: 0.5 });
        expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
        expect(server.refused() > 0).toBe(hasConditions);
        expect((await objects.get("s3://runs/scan/out/part-00004.json"))?.length).toBeGreaterThan(0);
        expect(await objects.get("s3://runs/scan/.tried-a")).toBeUndefined();
      });
    },
  );

  it("is found out where a piece comes twice with different bits", async () => {
    await withS3({ hasConditions: true }, async (server) => {
      const objects = objectsOf(server);
      await objects.put("s3://runs/one.npy", encodeNpy(WAVES));
      const tools = toolsAt(objects, "s3://runs/sum", "a");
      const dataset = await describeFiles(["s3://runs/one.npy"], {}, tools.open);
      const run = await createRun(requestOf(dataset, "reduce", {}), tools);
      await run.step({ step: "summary", index: 0 });
      const { etag: _, ...part } = dataset.parts[0]; // a server that has none
      const copy = requestOf({ ...dataset, parts: [part] }, "reduce", {});
      const other = await createRun(copy, toolsAt(objects, "s3://runs/other", "b"));
      await other.step({ step: "summary", index: 0 });
      await objects.put("s3://runs/one.npy", encodeNpy(WAVES.map((value) => value + 1)));
      await expect(run.step({ step: "summary", index: 0, again: true })).rejects.toThrow(/etag/);
      await expect(other.step({ step: "summary", index: 0, again: true })).rejects.toThrow(DisagreementError);
    });
  });

  it("is used by the command line, whose workers find credentials in the environment alone", async () => {
    await withS3({ hasConditions: true }, async (server) => {
      await withFolder(async (folder) => {
        const objects = objectsOf(server);
        await objects.put("s3://runs/waves.npy", encodeNpy(WAVES));
        const samebits = async (...args: readonly string[]): Promise<string> => {
          const how = { env: { ...process.env, ...server.env }, cwd: folder };
          return (await promisify(execFile)(process.execPath, [CLI, ...args], how)).stdout;
        };
        await samebits("dataset", "s3://runs/waves.npy", "-o", "data.json");
        await samebits(
          "run",
          "create",
          "data.json",
          "--reduce",
          "--piece-length",
          "10000",
          "-o",
          "s3://runs/run",
        );
        const found = JSON.parse(
          await samebits("run", "go", "s3://runs/run", "--engine", "local:2", "--json"),
        );
        expect(found.value).toBe(reduce(WAVES));
        expect(await samebits("verify", "s3://runs/run/result.json", "--all")).toMatch(/^result\s+PASS/);
        for (const name of ["run.json", "result.json", "summaries/00000"]) {
          const bytes = await objects.get(`s3://runs/run/${name}`);
          expect(new TextDecoder().decode(bytes)).not.toMatch(/S3RVER|127\.0\.0\.1/);
        }
        expect(await readFile(join(folder, "data.json"), "utf8")).not.toContain("S3RVER");
      });
    });
  }, 60_000);
});

describe("a sort at an address of S3", () => {
  it("reads of each sorted piece the share that it needs, and little more", async () => {
    await withS3({ hasConditions: true }, async (server) => {
      const all = objectsOf(server);
      let bytesRead = 0;
      const objects: Objects = {
        ...all,
        async get(uri, range) {
          const bytes = await all.get(uri, range);
          if (uri.includes("/sorted/")) bytesRead += bytes?.length ?? 0;
          return bytes;
        },
      };
      await objects.put("s3://runs/one.npy", encodeNpy(WAVES));
      const tools = toolsAt(objects, "s3://runs/sort", "a");
      const dataset = await describeFiles(["s3://runs/one.npy"], {}, tools.open);
      const asked = { sort: {}, pieceLength: 3000, hashWhole: true };
      const run = await createRun(requestOf(dataset, "reduce", asked), tools);
      const receipt = await run.go({ engine: engineOf(run) });
      expect(receipt.output?.[0].whole).toBe(hashArray(WAVES.slice().sort()));
      expect(bytesRead).toBeGreaterThanOrEqual(WAVES.byteLength);
      expect(bytesRead).toBeLessThan(2 * WAVES.byteLength);
    });
  });
});

describe("a large object", () => {
  it("is put in parts, and is there whole or not at all", async () => {
    await withS3({ hasConditions: true }, async (server) => {
      const objects = objectsOf(server);
      const store = objectStore("s3://runs/large", "a", objects);
      const bytes = Uint8Array.from({ length: (8 << 20) + 5 }, (_, i) => i * 7 + (i >> 9));
      await store.replace("part", async (file) => {
        await file.write(bytes.subarray(1000), 1000);
        await file.write(bytes.subarray(0, 1000), 0);
      });
      expect(Buffer.compare((await store.read("part")) ?? new Uint8Array(0), bytes)).toBe(0);
      const broken = store.replace("part", async (file) => {
        await file.write(bytes, 0);
        throw new Error("broken");
      });
      await expect(broken).rejects.toThrow(/^broken$/);
      expect(await store.sizeOf("part")).toBe(bytes.length);
      const file = await store.open("part");
      const end = new Uint8Array(7);
      await file.readInto(end, bytes.length - 7);
      expect(end).toEqual(bytes.slice(-7));
    });
  });
});

describe("S3 that does not do what it is asked", () => {
  it("is told by the object's address, and no credentials", async () => {
    await withS3({ hasConditions: true }, async (server) => {
      const AWS_SECRET_ACCESS_KEY = "hush-hush";
      const objects = objectsOf({ env: { ...server.env, AWS_SECRET_ACCESS_KEY } });
      const refused = objects.get("s3://runs/a");
      await expect(refused).rejects.toThrow(FormatError);
      await expect(refused).rejects.toThrow(
        /"s3:\/\/runs\/a".*credentials were refused, SignatureDoesNotMatch, status 403/,
      );
      await expect(refused).rejects.not.toThrow(/hush-hush/);
    });
    await withS3({ hasConditions: true }, async (server) => {
      const objects = objectsOf(server);
      expect(await objects.get("s3://runs/none")).toBeUndefined();
      await expect(objects.put("s3://elsewhere/a", Uint8Array.of(1))).rejects.toThrow(/no such bucket/);
      await expect(openObject(objects, "s3://runs/none")).rejects.toThrow(/no such object/);
      await expect(objects.get("s3://runs")).rejects.toThrow(/s3:\/\/BUCKET\/KEY/);
    });
  });

  it("is asked again where it is too busy, and told by the object's address where it stays so", async () => {
    let left = 3;
    await withS3({ hasConditions: true, isBusy: () => left-- > 0 }, async (server) => {
      const objects = objectsOf(server);
      await objects.put("s3://runs/a", Uint8Array.of(7));
      expect(await objects.get("s3://runs/a")).toEqual(Uint8Array.of(7));
    });
    let asked = 0;
    const isBusy = () => ++asked > 0;
    await withS3({ hasConditions: true, isBusy }, async (server) => {
      const refused = objectsOf(server).get("s3://runs/a");
      await expect(refused).rejects.toThrow(FormatError);
      await expect(refused).rejects.toThrow(/"s3:\/\/runs\/a".*ServiceUnavailable, status 503/);
      expect(asked).toBe(6);
    });
  });

  it("or is not installed, is told with the command that installs it", async () => {
    const gone = Object.assign(new Error("Cannot find package '@aws-sdk/client-s3'"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const objects = openObjects({ hasOwnEndpoint: true, load: () => Promise.reject(gone) });
    await expect(objects.get("s3://runs/a")).rejects.toThrow(UnsupportedError);
    await expect(objects.get("s3://runs/a")).rejects.toThrow(/npm install @aws-sdk\/client-s3/);
  });
});
