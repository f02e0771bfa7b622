import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openPool, type Pool } from "../../src/executors/workers/pool.ts";
import { ArrayProgram } from "../../src/language/array-program.ts";
import { parseProgram } from "../../src/language/text/parse-program.ts";
import { runOn } from "../../src/language.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { ofRuns } from "../extent.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { ENTRIES, numbersOf, PROGRAM } from "./programs.ts";
import { testPrograms } from "./test-programs.ts";

const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** Pieces so short that a column of a hundred elements is cut. */
const opened = openPool({ count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 }).then(
  (pool) => {
    pools.push(pool);
    return { executor: pool.executor() };
  },
);

describe("programs on workers", () => {
  it.each(ENTRIES)("have the interpreter's bits: %s", async (entry) => {
    const host = await opened;
    for (const length of [3, 33, 150]) {
      const input = [numbersOf(length)];
      expect(await runOn(host, PROGRAM, entry, input)).toEqual(PROGRAM.interpret(entry, input));
    }
  });

  it("drawn at random have them as well", async () => {
    const host = await opened;
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(testPrograms(3), async ({ text, input }) => {
        const program = new ArrayProgram(parseProgram(text));
        try {
          expect(await runOn(host, program, "main", [input])).toEqual(program.interpret("main", [input]));
          ran++;
        } catch (error) {
          if (!(error instanceof UnsupportedError)) throw error;
        }
      }),
      { seed: 2026, numRuns: 150 },
    );
    expect(ran).toBeGreaterThan(ofRuns(100));
  });

  it("say which index is outside", async () => {
    const host = await opened;
    await expect(runOn(host, PROGRAM, "beyond", [numbersOf(100)])).rejects.toThrow("got index 100");
  });
});
