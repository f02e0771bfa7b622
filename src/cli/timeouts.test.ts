// Every command with --timeout, each with work that would take much longer: it ends by itself, says so plainly, and leaves nothing half written.
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Ran, run } from "../../test/helpers/cli/io.ts";
import { describeProgram } from "./commands.ts";
import type { CommandContext } from "./io.ts";
import { withSubcommands } from "./shell/described.ts";

vi.mock("../workers.ts", () => import("../../test/workers/door-here.ts"));
vi.mock("../webgpu.ts", () => import("../../test/webgpu/door-here.ts")); // no GPU, whatever the machine has

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const FIGURE_4 = at("examples/sketches/figure-4.sketch");
const BOUNDED = at("examples/sketches/figure-4-bounded.sketch");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "samebits-timeouts-"));
  await writeFile(
    join(folder, "remainders.op"),
    "operator remainders (left: u64, right) => (left * right) % 1000000007 where x => x < 1000000007",
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** What each would take without an end was seen to be minutes, and for some hours; what it takes here is a second and what has begun by then. */
const LONG: readonly (readonly [command: string, argv: string, what: RegExp])[] = [
  ["network exact", "--n 128 --depth 7 --solver z3", /at least \d+ .*; timeout/],
  ["network exact", "--n 33 --depth 6 --prove --solver z3 -o OUT.txt", /; timeout/],
  ["network hierarchical", "--n 1024 --blocks 2 --solver z3", /not known: (timeout|canceled)/],
  [
    "network hierarchical",
    "--n 16 --blocks 4 --sent 4 --solver z3 --program -o OUT.ts",
    /a program is not possible here: .*(timeout|canceled|no known pattern)/, // the last where a quick machine ends in time
  ],
  ["network hierarchical", "--tune --on javascript --sizes 65536 --solver z3 -o OUT.ts", /--timeout ended/],
  ["network sketch", `${BOUNDED} --n 16 --solver z3 --must-scan --steps 4`, /no answer: (timeout|canceled)/],
  [
    "network synthesize",
    "scan-scan-add:4 --form pair-index --language extended -o OUT.json",
    /it takes more than --timeout 1/,
  ],
  ["laws", "REMAINDERS --law associative --explain", /unknown: the time for all questions is over/],
];

test.each(LONG)(
  "%s %s",
  async (command, argv, what) => {
    const given = argv
      .replace("OUT", join(folder, "out"))
      .replace("REMAINDERS", join(folder, "remainders.op"));
    const ran = await run([...command.split(" "), ...given.split(" "), "--timeout", "1"], {
      now: () => performance.now(),
    });
    expectPlain(ran);
    expect(ran.stdout + ran.stderr).toMatch(what);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^\.|out\.(json|ts)/));
  },
  300_000,
);

/** What is too quick to be ended by a second: by a clock that leaps at one of the looks that it takes with one that stands. */
const QUICK: readonly (readonly [command: string, argv: string])[] = [
  ["network synthesize", "han-carlson:1 --n 8"],
  ["network synthesize", "--expression block-dyadic:3"],
  ["network sketch", `${FIGURE_4} kogge-stone --n 8 --prove`],
  ["network check-certificate", at("proofs/programs/kogge-stone.json")],
];
const MOST_LEAPS = 6;
/** Between two of the first looks nothing is done: the time that is left is handed on. */
const FIRST_LEAP = 3;

test.each(QUICK)(
  "%s %s, over at any look at the clock",
  async (command, argv) => {
    const words = [...command.split(" "), ...argv.split(" ")];
    let looks = 0;
    const whole = await run(words, { now: () => Math.min(0, looks++) });
    expect([whole.status, whole.stderr]).toEqual([0, ""]);
    const stride = Math.ceil(looks / MOST_LEAPS);
    for (let leap = FIRST_LEAP; leap < looks; leap += stride) {
      let seen = 0;
      const late = await run(words, { now: () => (seen++ < leap ? 0 : 86_400_000) });
      expectPlain(late);
      expect(late.stdout + late.stderr, `at look ${leap} of ${looks}`).toMatch(
        /takes more than|--timeout 60 ended/,
      );
    }
  },
  300_000,
);

/** A report or one line of an error; never an internal one. */
function expectPlain({ status, stdout, stderr }: Ran): void {
  expect([0, 1, 2]).toContain(status);
  if (status === 2) {
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^samebits: [^\n]+\n$/);
  } else {
    expect(stderr).toBe("");
    expect(stdout).not.toBe("");
  }
}

/** `reveal` waits so long for each answer of a process, which its own tests have. */
const ELSEWHERE = ["reveal"];

test("every command that takes --timeout is here", async () => {
  const program = await describeProgram("Sums.", {} as CommandContext);
  const bounded = withSubcommands(program)
    .filter(({ options }) => options.some(({ long }) => long === "--timeout"))
    .map(({ path }) => path.join(" "));
  const tried = new Set([...LONG, ...QUICK].map(([command]) => command));
  expect(bounded.filter((path) => !ELSEWHERE.includes(path)).sort()).toEqual([...tried].sort());
});
