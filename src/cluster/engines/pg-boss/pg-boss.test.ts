import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { toolsIn, withFolder } from "../../../../test/helpers/cluster-runs.ts";
import { describeDataset, openEngine, serveEngine } from "../../../cluster.ts";
import { writeArray } from "../../../formats/write-array.ts";
import { inclusiveScan, reduce } from "../../../index.ts";
import { EngineError, InvalidArgumentError, UnsupportedError } from "../../../values/errors.ts";
import { hashArray } from "../../../values/hash.ts";
import type { Engine, EngineJob } from "../../engine.ts";
import { createRun } from "../../run.ts";
import { requestOf } from "../../run-request.ts";
import { parsePgBossAddress } from "./address.ts";
import { ownFolder } from "./owned-folder.ts";
import { type PgBossOptions, pgBossEngine } from "./pg-boss.ts";
import { untilReached } from "./reach.ts";

const CLI = fileURLToPath(new URL("../../../../dist/cli.mjs", import.meta.url));

const WAVES = Float64Array.from({ length: 40_000 }, (_, i) => Math.sin(i) * 2 ** (i % 50));

const OPTIONS: PgBossOptions = {
  count: 2,
  worker: (run) => ({ command: process.execPath, args: [CLI, "run", "serve", run] }),
  owner: { machine: "here", pid: process.pid, isAlive: () => true },
  writer: "test",
  now: () => performance.now(),
  warn: () => {},
};

/** One database for all tests that run one: making it takes most of the time. */
const JOBS = mkdtempSync(join(tmpdir(), "samebits-jobs-"));
const EMBEDDED = `pg-boss:embedded:${JOBS}`;

afterAll(() => rmSync(JOBS, { recursive: true }));

function engineOf(text: string, options: Partial<PgBossOptions> = {}): Engine {
  const address = parsePgBossAddress(text);
  if (address === undefined) throw new Error(`no address: ${text}`);
  return pgBossEngine(address, { ...OPTIONS, ...options });
}

async function runOfWaves(folder: string, observation: "reduce" | "inclusive-scan") {
  await mkdir(folder, { recursive: true });
  await writeArray(join(folder, "waves.npy"), WAVES);
  const request = requestOf(await describeDataset(join(folder, "waves.npy")), observation, {
    pieceLength: 5000,
    hashWhole: true,
  });
  return createRun(request, toolsIn(join(folder, observation)));
}

/** Processes that this one has started. */
function children(): readonly number[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

describe("pg-boss in this process", () => {
  it("gives the bits of one process, though a worker is killed, and its folder serves again", async () => {
    await withFolder(async (folder) => {
      const engine = engineOf(EMBEDDED);
      let killed = 0;
      let lost = 0;
      try {
        // Where each was between two pieces, another run has others.
        for (let turn = 0; turn < 5 && lost === 0; turn++) {
          const scan = await runOfWaves(join(folder, String(turn)), "inclusive-scan");
          const receipt = await scan.go({
            engine,
            audit: 0.5,
            onEvent(event) {
              if (event.kind === "lost") lost++;
              // Until a worker dies with a piece in hand: at first one is between two pieces, and the other may not have started.
              if (event.kind !== "done" || lost > 0 || process.platform !== "linux") return;
              for (const child of children()) {
                if (!readFileSync(`/proc/${child}/cmdline`, "utf8").includes("\0serve\0")) continue;
                process.kill(child, "SIGKILL");
                killed++;
              }
            },
          });
          expect(receipt.output?.[0].whole).toBe(hashArray(inclusiveScan(WAVES)));
        }
        if (process.platform === "linux") expect([killed > 0, lost > 0]).toEqual([true, true]);
      } finally {
        await engine.stop();
      }
      const sum = await runOfWaves(folder, "reduce");
      const again = engineOf(EMBEDDED, { count: 1 });
      try {
        expect((await sum.go({ engine: again })).value).toBe(reduce(WAVES));
      } finally {
        await again.stop();
      }
      expect(await readdir(JOBS)).toEqual(["data"]);
    });
  }, 60_000);

  it("tells why no worker ever answers", async () => {
    await withFolder(async (folder) => {
      const run = await runOfWaves(folder, "reduce");
      const worker = () => ({ command: process.execPath, args: ["-e", "throw new Error('no worker here')"] });
      const engine = engineOf(EMBEDDED, { worker, count: 1 });
      try {
        const gone = run.go({ engine });
        await expect(gone).rejects.toThrow(EngineError);
        await expect(gone).rejects.toThrow(/must start workers.*no worker here/s);
      } finally {
        await engine.stop();
      }
    });
  }, 60_000);

  it("stops with the reason of a signal", async () => {
    await withFolder(async (folder) => {
      const engine = engineOf(EMBEDDED);
      const stop = new AbortController();
      const told: number[] = [];
      const job: EngineJob = {
        ...{ run: join(folder, "none"), step: "summary", indices: [0], inOrder: false, again: false },
        ...{ avoid: new Map(), signal: stop.signal },
        tell: ({ index }) => {
          told.push(index);
          stop.abort(new Error("enough"));
        },
      };
      try {
        await expect(engine.run(job)).rejects.toThrow(/^enough$/);
        expect(told[0]).toBe(0);
      } finally {
        await engine.stop();
      }
    });
  }, 60_000);
});

describe("the folder of an embedded database", () => {
  it("is of one process; one that is gone, or half a name, does not keep it", async () => {
    await withFolder(async (folder) => {
      const owned = await ownFolder("e", folder, OPTIONS.owner);
      await expect(ownFolder("e", folder, OPTIONS.owner)).rejects.toThrow(EngineError);
      const elsewhere = { ...OPTIONS.owner, machine: "there", isAlive: () => false };
      await expect(ownFolder("e", folder, elsewhere)).rejects.toThrow(/process \d+ of here has it; remove/);
      await (await ownFolder("e", folder, { ...OPTIONS.owner, isAlive: () => false })).release();
      await writeFile(join(folder, "owner"), "12");
      await ownFolder("e", folder, OPTIONS.owner);
      await owned.release();
      expect(await readdir(folder)).toEqual([]);
    });
  });

  it("may be one that cannot be made", async () => {
    await withFolder(async (folder) => {
      await writeFile(join(folder, "file"), "");
      const engine = engineOf(`pg-boss:embedded:${join(folder, "file", "jobs")}`);
      const run = await runOfWaves(folder, "reduce");
      await expect(run.go({ engine })).rejects.toThrow(EngineError);
      await engine.stop();
    });
  });
});

describe("a server", () => {
  it("that is not there is tried again, so often as is said, and no password is told", async () => {
    await withFolder(async (folder) => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as { readonly port: number };
      await new Promise((resolve) => server.close(resolve));
      const engine = engineOf(`pg-boss:postgres://joe:s3cret@127.0.0.1:${port}/db`, { pausesMs: [10, 20] });
      const run = await runOfWaves(folder, "reduce");
      const error: Error = await run.go({ engine }).then(
        () => new Error("it ran"),
        (cause) => cause,
      );
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).toMatch(
        /^engine "pg-boss:postgres:\/\/127.0.0.1:\d+\/db" must be reached, but it was tried 3 times/,
      );
      expect(JSON.stringify([error.message, error.stack, error])).not.toMatch(/joe|s3cret/);
    });
  });

  it("that refuses is not asked again", async () => {
    const address = parsePgBossAddress("pg-boss:postgres://joe:s3cret@host/db");
    if (address === undefined) throw new Error("no address");
    let calls = 0;
    const asked = untilReached({ address, pausesMs: [1] }, async () => {
      calls++;
      throw Object.assign(new Error("no entry with s3cret"), { code: "28P01" });
    });
    await expect(asked).rejects.toThrow(/must do what it is asked, but no entry with …$/);
    expect(calls).toBe(1);
  });

  it("that comes back is asked again", async () => {
    const address = parsePgBossAddress("pg-boss:postgres://host/db");
    if (address === undefined) throw new Error("no address");
    let calls = 0;
    const answer = await untilReached({ address, pausesMs: [1, 1] }, async () => {
      if (++calls < 3) throw Object.assign(new Error("shutting down"), { code: "57P01" });
      return 7;
    });
    expect([answer, calls]).toEqual([7, 3]);
  });
});

describe("what is refused before anything runs", () => {
  it("is a text that names no engine, and shows none of it that could be a password", () => {
    for (const text of [
      "pg-boss:",
      "pg-boss:embedded:",
      "pg-boss:postgres:joe:s3cret",
      "pg-boss:mysql://joe:s3cret@h/d",
    ]) {
      expect(() => openEngine(text)).toThrow(InvalidArgumentError);
      expect(() => openEngine(text)).not.toThrow(/s3cret/);
    }
    expect(() => openEngine("local:2", { processes: 2 })).toThrow(/"processes" must be left out/);
    expect(() => openEngine("pg-boss:embedded:x", { processes: 0 })).toThrow(/from 1 to 1024/);
  });

  it("is to serve an engine that serves itself", async () => {
    const { signal } = new AbortController();
    await expect(serveEngine("local:2", { signal })).rejects.toThrow(/have workers of their own/);
    await expect(serveEngine("pg-boss:embedded:x", { signal })).rejects.toThrow(InvalidArgumentError);
  });

  it.each(["pg-boss", "@electric-sql/pglite"])("is %s where it is not installed", async (missing) => {
    await withFolder(async (folder) => {
      const load = (name: string): Promise<unknown> =>
        name === missing
          ? Promise.reject(
              Object.assign(new Error(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" }),
            )
          : import(name);
      const engine = engineOf(`pg-boss:embedded:${join(folder, "jobs")}`, { load });
      const gone = (await runOfWaves(folder, "reduce")).go({ engine });
      await expect(gone).rejects.toThrow(UnsupportedError);
      await expect(gone).rejects.toThrow(`npm install ${missing}`);
      await engine.stop();
    });
  });
});
