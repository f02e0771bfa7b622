import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineHere, toolsIn, withFolder } from "../../test/helpers/cluster-runs.ts";
import { describeDataset } from "../cluster.ts";
import type { OnlineExecutor } from "../executors/executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import { writeArray } from "../formats/write-array.ts";
import { DisagreementError, FormatError, PieceFailedError } from "../values/errors.ts";
import type { RunEvent } from "./go.ts";
import { createRun, openRun } from "./run.ts";
import { requestOf } from "./run-request.ts";
import { runStep } from "./steps/piece-steps.ts";

const VALUES = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 2 ** (i % 50));

/** A scan of them in ten pieces, computed. */
async function madeRun(folder: string, name: string, values = VALUES) {
  const file = join(folder, `${name}.npy`);
  await writeArray(file, values);
  const request = requestOf(await describeDataset(file), "inclusive-scan", {
    pieceLength: 100,
    hashInput: true,
  });
  const run = await createRun(request, toolsIn(join(folder, name)));
  return { run, receipt: await run.go({ engine: engineHere(2) }) };
}

/** What may become of a file of a run. */
const DAMAGE: Readonly<Record<string, (path: string, other: string) => Promise<void>>> = {
  truncated: (path) => truncate(path, 100),
  empty: (path) => truncate(path, 0),
  flipped: async (path) => {
    const bytes = await readFile(path);
    bytes[bytes.length - 40] ^= 1;
    await writeFile(path, bytes);
  },
  longer: (path) => appendFile(path, "x"),
  foreign: (path, other) => cp(other, path),
  gone: (path) => rm(path),
};

describe("a file that is not whole is made again", () => {
  it.each(Object.keys(DAMAGE))("%s", async (kind) => {
    await withFolder(async (folder) => {
      const { receipt } = await madeRun(folder, "run");
      await madeRun(
        folder,
        "other",
        VALUES.map((value) => value + 1),
      );
      const at = (name: string): string => join(folder, "run", name);
      const files = [
        "summaries/00003",
        "out/part-00004.json",
        "out/part-00005.npy",
        "carries",
        "result.json",
      ];
      for (const file of files) await DAMAGE[kind](at(file), join(folder, "other", file));
      if (kind === "longer" || kind === "flipped" || kind === "foreign") await rm(at("result.json"));
      const again = await openRun(toolsIn(join(folder, "run")));
      const events: RunEvent[] = [];
      const redone = await again.go({ engine: engineHere(1), onEvent: (event) => events.push(event) });
      for (const part of ["bits", "output", "input", "summaries", "outputs"] as const) {
        expect(redone[part]).toEqual(receipt[part]);
      }
      const reported = events.filter((event) => event.kind === "damaged").length;
      expect(reported).toBeGreaterThanOrEqual(kind === "gone" ? 0 : 2);
      const left = await readdir(join(folder, "run"), { recursive: true });
      expect(left.filter((name) => name.endsWith(".partial"))).toEqual([]);
    });
  });
});

/** An executor whose passes are wrong by a bit. */
function brokenExecutor(): OnlineExecutor {
  const sound = networksWasmExecutor();
  return {
    ...sound,
    openPass(contract, from) {
      const pass = sound.openPass(contract, from);
      const reduce = (chunk: Parameters<typeof pass.reduce>[0]): void => {
        (chunk[0] as Float64Array)[0] += 1;
        pass.reduce(chunk);
      };
      return {
        ...pass,
        reduce,
        get position() {
          return pass.position;
        },
      };
    },
  };
}

describe("a machine that is broken", () => {
  it("is found where a piece comes twice, with both names", async () => {
    await withFolder(async (folder) => {
      const { run } = await madeRun(folder, "run");
      const tools = {
        ...toolsIn(join(folder, "run"), "a-broken-one"),
        executor: brokenExecutor(),
        plan: run.plan,
      };
      const twice = runStep(tools, { step: "summary", index: 0, again: true });
      await expect(twice).rejects.toThrow(DisagreementError);
      await expect(twice).rejects.toThrow(/summaries\/00000.*two results.*a-broken-one/);
    });
  });

  it("is found by an audit, and by whoever verifies the receipt", async () => {
    await withFolder(async (folder) => {
      const file = join(folder, "values.npy");
      await writeArray(file, VALUES);
      const request = requestOf(await describeDataset(file), "reduce", { pieceLength: 5000 });
      const tools = { ...toolsIn(join(folder, "run"), "a-broken-one"), executor: brokenExecutor() };
      const run = await createRun(request, tools);
      await run.step({ step: "summary", index: 0 });
      await expect(run.go({ engine: engineHere(1), audit: 1 })).rejects.toThrow(DisagreementError);
      const receipt = await run.go({ engine: engineHere(1) });
      const { verifyReceipt } = await import("./verify.ts");
      const found = await verifyReceipt({
        ...toolsIn(join(folder, "run")),
        receipt,
        share: 1,
        random: () => 0,
      });
      expect(found.differing).toEqual([{ index: 0, what: "summary" }]);
    });
  });
});

describe("what stops a run", () => {
  it("is a piece that fails three times, by its name and error, and the rest is kept", async () => {
    await withFolder(async (folder) => {
      const files = [0, 1].map((i) => join(folder, `values-${i}.npy`));
      for (const file of files) await writeArray(file, VALUES);
      const request = requestOf(await describeDataset(files), "reduce", { pieceLength: 1000 });
      const run = await createRun(request, toolsIn(join(folder, "run")));
      await writeArray(files[1], VALUES.slice(1));
      const gone = run.go({ engine: engineHere(2) });
      await expect(gone).rejects.toThrow(PieceFailedError);
      await expect(gone).rejects.toThrow(
        /summaries\/00001.*failed 3 times.*values-1\.npy.*bytes 8128.*bytes 8120/,
      );
      expect((await run.status()).steps[0]).toMatchObject({ done: 1, missing: [1] });
      await writeArray(files[1], VALUES);
      expect((await run.go({ engine: engineHere(2) })).summaries).toHaveLength(2);
    });
  });

  it("is data that change between the two passes, though their size does not", async () => {
    await withFolder(async (folder) => {
      const file = join(folder, "values.npy");
      await writeArray(file, VALUES);
      const run = await createRun(
        requestOf(await describeDataset(file), "inclusive-scan", { pieceLength: 500 }),
        toolsIn(join(folder, "run")),
      );
      for (const index of [0, 1]) await run.step({ step: "summary", index });
      await run.join();
      const others = VALUES.slice();
      others[700] = 5;
      await writeArray(file, others);
      await expect(run.step({ step: "output", index: 1 })).rejects.toThrow(
        /the elements that its piece has now/,
      );
      expect(await readdir(join(folder, "run", "out"))).toEqual([]);
    });
  });

  it.skipIf(process.platform !== "linux")(
    "is a folder that cannot be made, by its name and why",
    async () => {
      await withFolder(async (folder) => {
        await madeRun(folder, "run");
        const asked = requestOf(await describeDataset(join(folder, "run.npy")), "reduce", {});
        const made = (place: string) => createRun(asked, toolsIn(place));
        await expect(made("/proc/none/run")).rejects.toThrow(/"\/proc\/none\/run\/run.json".*ENOENT/);
        await expect(made(join(folder, "run.npy", "run"))).rejects.toThrow(
          /run.npy\/run\/run.json".*ENOTDIR/,
        );
      });
    },
  );

  it("is a folder with another run, another version, or none", async () => {
    await withFolder(async (folder) => {
      await madeRun(folder, "run");
      const other = requestOf(await describeDataset(join(folder, "run.npy")), "reduce", {});
      await expect(createRun(other, toolsIn(join(folder, "run")))).rejects.toThrow(
        /a folder without another run/,
      );
      await expect(openRun(toolsIn(folder))).rejects.toThrow(FormatError);
      const path = join(folder, "run", "run.json");
      const text = await readFile(path, "utf8");
      await writeFile(path, text.replace('"format":1', '"format":2'));
      await expect(openRun(toolsIn(join(folder, "run")))).rejects.toThrow(/checksum/);
    });
  });
});
