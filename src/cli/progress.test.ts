import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { withProgress } from "./progress.ts";

test("a bar changes nothing of a terminal that would have to be undone: a signal may end the process at any time", async () => {
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
  await withProgress(io, "reading", async (advance) => {
    advance(1, 4);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown.join("")).toContain("25%");
    // Private modes: the cursor (25), line wrapping (7), another screen (1049).
    expect(shown.join("")).not.toContain("\u001b[?");
  });
});
