import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";

// The built command line, as signals go to processes.
const COMMAND = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

const folder = mkdtempSync(join(tmpdir(), "samebits-interrupts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

/** What a shell says of a process that ended by itself or by a signal: both ways of ending are the same to a script. */
function shellStatus(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

interface Started {
  readonly write: (bytes: Uint8Array) => void;
  readonly interrupt: (signal: Signal) => void;
  readonly status: Promise<number>;
}

function start(...argv: readonly string[]): Started {
  const child = spawn(process.execPath, [COMMAND, ...argv], {
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => {}); // it may end before it has read all
  const status = once(child, "exit").then(([code, signal]) => {
    child.stdin.destroy();
    return shellStatus(code, signal);
  });
  return {
    write: (bytes) => child.stdin.write(bytes),
    interrupt: (signal) => child.kill(signal),
    status,
  };
}

const partials = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith(".partial"));

/** Waits until a command has begun to write, so that the signal comes while it does. */
async function untilWriting(): Promise<void> {
  while (partials().length === 0) await sleep(10);
  await sleep(50);
}

const OUTPUT = path("keep.raw");
beforeEach(() => writeFileSync(OUTPUT, "old"));

describe("an interrupted command leaves the old output, nothing beside it, and ends with 128 and the signal's number", () => {
  const argv = ["--raw", "--type", "f64", "-o", "keep.raw"];
  const expectOld = (): void => {
    expect(readFileSync(OUTPUT, "utf8")).toBe("old");
    expect(partials()).toEqual([]);
  };

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s, while a pipe has stalled after a whole number of chunks", async (signal, status) => {
    const command = start("scan", "-", ...argv);
    command.write(new Uint8Array(65_536 * 8));
    await untilWriting();
    command.interrupt(signal);
    expect(await command.status).toBe(status);
    expectOld();
  });

  test("a FIFO that stalls, as FILE", async () => {
    execFileSync("mkfifo", [path("input")]);
    const command = start("scan", "input", ...argv);
    const writer = openSync(path("input"), "w"); // waits for the command to open its end
    await untilWriting();
    command.interrupt("SIGINT");
    expect(await command.status).toBe(130);
    closeSync(writer);
    expectOld();
  });

  test("a FIFO that nobody reads, as the output", async () => {
    execFileSync("mkfifo", [path("output")]);
    const command = start("scan", "-", "--raw", "--type", "f64", "-o", "output");
    await sleep(1000);
    command.interrupt("SIGINT");
    expect(await command.status).toBe(130);
  });

  test("Ctrl-C, which ends what writes into the pipe too", async () => {
    const script = `trap : INT; sleep 100 | "${process.execPath}" "${COMMAND}" scan - ${argv.join(" ")}; exit $?`;
    const shell = spawn("sh", ["-c", script], { cwd: folder, detached: true, stdio: "ignore" });
    await untilWriting();
    process.kill(-Number(shell.pid), "SIGINT");
    const [code, signal] = await once(shell, "exit");
    expect(shellStatus(code, signal)).toBe(130);
    expectOld();
  });
});

describe("at any instant there is the old output or the whole new one", () => {
  const wide = path("wide.npy");
  const commands = [
    ["generate", "wide", "--type", "f64", "--n", "1000000", "-o", "keep.raw"],
    ["scan", wide, "-o", "keep.raw"],
    ["sort", wide, "-o", "keep.csv"],
    ["reduce", wide, "--snapshot", "keep.json"],
  ] as const;

  function digestOf(name: string): string {
    return createHash("sha256")
      .update(readFileSync(path(name)))
      .digest("hex");
  }

  test("signals at random instants", { timeout: 600_000 }, async () => {
    spawnSync(process.execPath, [COMMAND, "generate", "wide", "--type", "f64", "--n", "100000", "-o", wide]);
    const cases: { argv: readonly string[]; name: string; whole: string; milliseconds: number }[] = [];
    for (const argv of commands) {
      const name = argv[argv.length - 1];
      const begun = performance.now();
      expect(await start(...argv).status).toBe(0);
      cases.push({ argv, name, whole: digestOf(name), milliseconds: performance.now() - begun });
    }
    const instants = fc.tuple(
      fc.nat(cases.length - 1),
      fc.constantFrom(...SIGNALS),
      fc.double({ min: 0.2, max: 1.1, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(instants, async ([index, signal, share]) => {
        const { argv, name, whole, milliseconds } = cases[index];
        writeFileSync(path(name), "old");
        const old = digestOf(name);
        const command = start(...argv);
        await sleep(share * milliseconds);
        command.interrupt(signal);
        const status = await command.status;
        expect([0, 128 + constants.signals[signal]]).toContain(status);
        expect(status === 0 ? [whole] : [old, whole]).toContain(digestOf(name));
        expect(partials()).toEqual([]);
      }),
      { seed: 26, numRuns: 8 },
    );
  });
});
