import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { toHex } from "samebits";
import { expect, test } from "vitest";
import { onlineReduce } from "../../src/streams.ts";

// The built command line in a real pipe: `npm run test:long` has built it before.
const COMMAND = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const CHUNK_LENGTH = 65_536;

/** Writes so many doubles: one chunk of waves, over and over. */
const PRODUCER = `
  const chunk = new Uint8Array(Float64Array.from({ length: ${CHUNK_LENGTH} }, (_, i) => Math.sin(i)).buffer);
  let left = Number(process.argv[1]) * 8;
  const write = () => {
    while (left > 0) {
      const part = chunk.subarray(0, Math.min(left, chunk.length));
      left -= part.length;
      if (!process.stdout.write(part)) return process.stdout.once("drain", write);
    }
  };
  write();`;

const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))`;

/** What a command makes of so many doubles on its standard input, and the most memory it had, in MiB. */
async function piped(
  count: number,
  argv: readonly string[],
): Promise<{ bits: string; n: number; peak: number }> {
  const producer = spawn(process.execPath, ["-e", PRODUCER, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const command = spawn(process.execPath, ["--import", TELL_PEAK, COMMAND, ...argv, "--json"], {
    stdio: [producer.stdout, "ignore", "pipe"],
  });
  let told = "";
  for await (const text of command.stderr) told += text;
  const report = JSON.parse(/\{.*\}/.exec(told)?.[0] ?? "{}");
  return { bits: report.bits, n: report.n, peak: Number(/peak (\d+)/.exec(told)?.[1]) / 1024 };
}

test("10^9 doubles go through `samebits scan - -o -` in flat memory", async () => {
  const argv = ["scan", "-", "--raw", "--type", "f64", "-o", "-"];
  const few = await piped(10_000_000, argv);
  const many = await piped(1_000_000_000, argv);
  console.log(`peak ${few.peak.toFixed(0)} MiB for 10^7, ${many.peak.toFixed(0)} MiB for 10^9`);
  expect([few.n, many.n]).toEqual([10_000_000, 1_000_000_000]);
  expect(many.peak).toBeLessThan(few.peak + 32);
  const chunk = Float64Array.from({ length: CHUNK_LENGTH }, (_, i) => Math.sin(i));
  const total = onlineReduce({ type: "f64" });
  for (let left = many.n; left > 0; left -= CHUNK_LENGTH)
    total.push(chunk.subarray(0, Math.min(left, CHUNK_LENGTH)));
  expect(many.bits).toBe(toHex("f64", total.observe()));
});
