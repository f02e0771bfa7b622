import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { hashColumns } from "../index.ts";
import { hashUnderBar } from "./hashing.ts";
import { withActivity, withProgress } from "./progress.ts";

/** A terminal that remembers what it was shown; each look at its clock is a second later. */
function terminalIo() {
  const shown: string[] = [];
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  terminal.on("data", (chunk) => shown.push(String(chunk)));
  const output = { write: async () => {}, terminal: terminal as unknown as NodeJS.WriteStream };
  let now = 0;
  const io = {
    stdin: (async function* () {})(),
    stdout: output,
    stderr: output,
    now: () => {
      now += 1000;
      return now;
    },
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
      work(new AbortController().signal),
  };
  const moment = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { io, shown: () => shown.join(""), moment };
}

test("a bar changes nothing of a terminal that would have to be undone: a signal may end the process at any time", async () => {
  const { io, shown, moment } = terminalIo();
  await withProgress(io, "reading", async (advance) => {
    advance(1, 4);
    await moment();
    expect(shown()).toContain("25%");
    // Private modes: the cursor (25), line wrapping (7), another screen (1049).
    expect(shown()).not.toContain("\u001b[?");
  });
});

test("work without a measure says what it is while it runs, and leaves no trace", async () => {
  const { io, shown, moment } = terminalIo();
  await withActivity(io, "sorting", 3_000_000, moment);
  await moment();
  expect(shown()).toBe("sorting 3,000,000 rows …\r\u001b[K");
  await withActivity(io, "sorting", 1000, moment);
  await moment();
  expect(shown()).toBe("sorting 3,000,000 rows …\r\u001b[K");
});

test("a hash is made under a bar, and is the same", async () => {
  const { io, shown, moment } = terminalIo();
  const columns = [Float64Array.from({ length: 1_500_000 }, (_, i) => i), new Uint8Array(1_500_000).fill(1)];
  expect(await hashUnderBar(columns, io)).toBe(hashColumns(columns));
  await moment();
  expect(shown()).toContain("hashing");
});
