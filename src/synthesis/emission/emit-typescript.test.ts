import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OWNER_PROGRAMS, PAIR_PROGRAMS, TURN_PROGRAMS } from "../../../test/helpers/synthesis/programs.ts";
import { anyNetwork, everyNetwork } from "../../../test/networks/any-network.ts";
import { compilerErrors, loadModule, type ScanModule } from "../../../test/networks/compile-emitted.ts";
import { reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { networksAt } from "../../networks/generators/networks-at.ts";
import { defineNetwork, type Network } from "../../networks/network.ts";
import { applyNetwork, applyNetworkExclusively } from "../../networks/run-network.ts";
import {
  add,
  COUNTER,
  ceilLog2,
  compare,
  integer,
  powerOfTwo,
  subtract,
  THREAD,
  WIDTH,
} from "../programs/build-terms.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { emitProgramTypeScript } from "./emit-program-typescript.ts";
import { emitTypeScript } from "./emit-typescript.ts";

/** Neither associative nor commutative: its values are the brackets. */
const join = (left: string, right: string): string => `(${left} ${right})`;
const wires = (width: number): string[] => Array.from({ length: width }, (_, wire) => `e${wire}`);

/** What the compiler is asked about in the end, all at once. */
const modules: Record<string, string> = {};

function expectNetwork(module: ScanModule, network: Network): void {
  const elements = wires(network.width);
  const inclusive = [...elements];
  module.scanInPlace(inclusive, join);
  expect(inclusive).toEqual(applyNetwork(network, elements, join));
  const exclusive = [...elements];
  module.exclusiveScanInPlace(exclusive, "s", join);
  expect(exclusive).toEqual(applyNetworkExclusively(network, elements, "s", join));
}

describe("a network as TypeScript", () => {
  test("gives the brackets of the network, at many widths and backward", () => {
    for (const { network } of everyNetwork([1, 2, 3, 7, 13, 16])) {
      expectNetwork(loadModule(emitTypeScript(network)), network);
      const backward = reverseNetwork(network);
      expectNetwork(loadModule(emitTypeScript(backward)), backward);
    }
  });

  test("does so for networks that are no scans, rings of pairs included", () => {
    const ring = defineNetwork(3, [
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ]);
    expect(emitTypeScript(ring)).toContain("const before1_0 = a[0];");
    expectNetwork(loadModule(emitTypeScript(ring)), ring);
    fc.assert(
      fc.property(anyNetwork, (network) => expectNetwork(loadModule(emitTypeScript(network)), network)),
      { seed: 8, numRuns: 60 },
    );
  });

  test("copies nothing where the network is a scan", () => {
    for (const { network } of everyNetwork([2, 7, 16, 31])) {
      expect(emitTypeScript(network)).not.toContain("const before");
      expect(emitTypeScript(reverseNetwork(network))).not.toContain("const before");
    }
  });

  test("is readable", async () => {
    await expect(emitTypeScript(generateNetwork("sklansky", 8), { title: "sklansky" })).toMatchFileSnapshot(
      "snapshots/sklansky-8.ts.txt",
    );
  });

  test("refuses another length, and its title ends no comment", () => {
    const text = emitTypeScript(generateNetwork("sklansky", 4), { title: "mine */ throw 1; /*\n" });
    const { scanInPlace } = loadModule(text);
    expect(() => scanInPlace(wires(3), join)).toThrow('"a" must have length 4, got 3');
    expect(text).toContain(" * mine / throw 1; /, 4 wires: 4 combines in 2 steps.\n */");
  });
});

const BOTH = [
  ...Object.entries(OWNER_PROGRAMS).map(([name, program]) => ({ name, form: "owner-computes", program })),
  ...Object.entries(PAIR_PROGRAMS).map(([name, program]) => ({ name, form: "pair-index", program })),
  ...Object.entries(TURN_PROGRAMS).map(([name, program]) => ({ name, form: "in turns", program })),
];

describe("a program as TypeScript", () => {
  test.each(BOTH)("gives the brackets of its networks at every length: $name, $form", ({ name, program }) => {
    const module = loadModule(emitProgramTypeScript(program));
    for (let width = 1; width <= 70; width++) {
      const network = expandProgram(program, width);
      expect(network).toEqual(expect.objectContaining({ width }));
      expectNetwork(module, network);
      if (name === "sklansky" || name === "kogge-stone" || name === "serial") {
        expect(applyNetwork(network, wires(width), join)).toEqual(
          applyNetwork(generateNetwork(name, width), wires(width), join),
        );
      }
    }
    const nothing: string[] = [];
    module.scanInPlace(nothing, join);
    module.exclusiveScanInPlace(nothing, "s", join);
    expect(nothing).toEqual([]);
  });

  test("a guard that names the thread has no loop over threads", () => {
    const text = emitProgramTypeScript(OWNER_PROGRAMS.serial);
    expect(text).toContain("    const j = i;\n    if (j < N) a[j] = combine(a[j - 1], a[j]);\n");
    const array = new Float64Array(20_000).fill(1);
    loadModule(text).scanInPlace(array, (left: number, right: number) => left + right);
    expect(array[19_999]).toBe(20_000);
  });

  test("a step that writes in no order keeps what it writes until it is over", () => {
    // Thread j takes wire N − 1 − j: destinations fall as j grows.
    const falling: NetworkProgram = {
      phases: [
        {
          first: integer(0),
          count: integer(1),
          direction: "up",
          guard: compare(add(THREAD, integer(1)), "less", WIDTH),
          source: subtract(subtract(WIDTH, integer(2)), THREAD),
          destination: subtract(subtract(WIDTH, integer(1)), THREAD),
        },
      ],
    };
    const text = emitProgramTypeScript(falling);
    expect(text).toContain("for (const [wire, value] of taken) a[wire] = value;");
    modules["/falling.ts"] = text;
    expectNetwork(loadModule(text), expandProgram(falling, 9));
  });

  test("backward programs run the other way; those that lead both ways are refused", () => {
    const backward: NetworkProgram = {
      phases: [
        {
          first: integer(0),
          count: ceilLog2(WIDTH),
          direction: "up",
          guard: compare(add(THREAD, powerOfTwo(COUNTER)), "less", WIDTH),
          source: add(THREAD, powerOfTwo(COUNTER)),
          destination: THREAD,
        },
      ],
    };
    const module = loadModule(emitProgramTypeScript(backward));
    for (const width of [1, 2, 7, 8, 21]) expectNetwork(module, expandProgram(backward, width));
    const both = { phases: [...backward.phases, ...OWNER_PROGRAMS["kogge-stone"].phases] };
    expect(() => emitProgramTypeScript(both)).toThrow(/"program" must be one of a scan/);
  });

  test("is readable", async () => {
    await expect(
      emitProgramTypeScript(OWNER_PROGRAMS["brent-kung"], { title: "brent-kung" }),
    ).toMatchFileSnapshot("snapshots/brent-kung.ts.txt");
  });
});

test("the compiler has nothing against any of them", () => {
  for (const { name, network } of [1, 2, 16].flatMap(networksAt)) {
    modules[`/${name.replaceAll(":", "-")}-${network.width}.ts`] = emitTypeScript(network);
    modules[`/backward-${name.replaceAll(":", "-")}-${network.width}.ts`] = emitTypeScript(
      reverseNetwork(network),
    );
  }
  for (const { name, form, program } of BOTH) modules[`/${name}-${form}.ts`] = emitProgramTypeScript(program);
  modules["/use.ts"] = `
import { exclusiveScanInPlace, scanInPlace } from "./sklansky-16.ts";
scanInPlace(new Float64Array(16), (left, right) => left + right);
scanInPlace([1n], (left, right) => left + right);
exclusiveScanInPlace(["a"], "", (left, right) => left + right);
`;
  modules["/wrong.ts"] = `const a: number = "";`;
  expect(Object.keys(modules)).toContain("/falling.ts");
  const errors = compilerErrors(modules);
  expect(errors.map((error) => error.split(":")[0])).toEqual(["/wrong.ts"]);
}, 60_000);
