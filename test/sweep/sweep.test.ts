import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { openZ3, type SmtSolver } from "../../src/laws.ts";
import { ROOMS } from "./rooms.ts";
import { FILES } from "./sound/formats.ts";
import { type AnyFunction, sweep } from "./sweep.ts";
import { watchdog } from "./watchdog.ts";

// Every function of every door. A new one is in it as soon as it is exported, and wants sound arguments in the table of its room.

/** Swept elsewhere: what opens threads and devices; and what is no module of functions. */
const ELSEWHERE = ["./workers", "./worker", "./webgpu", "./package.json"];

/** Failures of one function that a message shows. */
const SHOWN = 40;

const here = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "samebits-sweep-"));

beforeAll(() => {
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes);
  process.chdir(folder);
});

// One Z3 for all that open it: it takes 0.3 s to start.
let z3: SmtSolver;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

const dog = watchdog();

afterAll(async () => {
  await dog.close();
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

test("every door is a room of the sweep", () => {
  const doors = Object.keys(manifest.exports).filter((door) => !ELSEWHERE.includes(door));
  expect(Object.keys(ROOMS)).toEqual(doors);
});

const seen = new Set<unknown>();

describe.each(Object.entries(ROOMS))("%s", (_, { door, sound }) => {
  const functions = Object.entries(door).filter((entry): entry is [string, AnyFunction] => isNew(entry[1]));

  test.each(functions)("%s", async (name, call) => {
    const sounds = Object.keys(sound).filter((key) => key.split(" ")[0] === name);
    const missing = sounds.length > 0 ? [] : ["no sound arguments in the table of the room"];
    const found = [
      ...missing,
      ...(await sweep(
        call,
        sounds.map((key) => sound[key]),
        dog.watch,
      )),
    ];
    if (found.length > 0)
      expect.fail(`${found.length} calls went wrong:\n${found.slice(0, SHOWN).join("\n")}`);
  });

  test("the table names functions that there are", () => {
    const named = Object.keys(sound).map((key) => key.split(" ")[0]);
    expect(named.filter((name) => typeof door[name] !== "function")).toEqual([]);
  });
});

/** A function, of the first door that has it. Errors are classes that we alone make. */
function isNew(value: unknown): value is AnyFunction {
  if (typeof value !== "function" || seen.has(value)) return false;
  seen.add(value);
  return !(value.prototype instanceof Error);
}
