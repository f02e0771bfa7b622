import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TURN_PROGRAMS } from "../../../test/helpers/synthesis/programs.ts";
import { reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { isSameNetwork } from "../../networks/network.ts";
import { openZ3 } from "../../solvers/open-z3.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { FormatError } from "../../values/errors.ts";
import { synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import {
  add,
  all,
  and,
  ceilLog2,
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  maximum,
  minimum,
  modulo,
  multiply,
  WIDTH as N,
  powerOfTwo,
  shiftLeft,
  shiftRight,
  subtract,
} from "../programs/build-terms.ts";
import { evaluateTerm } from "../programs/evaluate-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram, ProgramPhase } from "../programs/network-program.ts";
import { printTerm } from "../programs/print-program.ts";
import type { ProgramCertificate } from "./certificate.ts";
import { certifyProgram } from "./certify-program.ts";
import { certificateObligations, checkProgramCertificate } from "./check-certificate.ts";
import { decodeProgramCertificate, encodeProgramCertificate } from "./decode-certificate.ts";
import { SmtEncoder } from "./smt-encoder.ts";
import { lowestBit } from "./start-terms.ts";

let z3: SmtSolver;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

function programOf(name: string, width = 16): NetworkProgram {
  const result = synthesizeLeaf(generateNetwork(name, width));
  if (result.kind === "program") return result.program;
  throw new Error(result.reason);
}

async function certificateOf(program: NetworkProgram): Promise<ProgramCertificate> {
  const proof = await certifyProgram(program, z3);
  if (proof.kind === "proved") return proof.certificate;
  throw new Error(`tested only: ${proof.reason}`);
}

function changed(program: NetworkProgram, index: number, part: Partial<ProgramPhase>): NetworkProgram {
  return { phases: program.phases.map((phase, at) => (at === index ? { ...phase, ...part } : phase)) };
}

describe("a synthesised program is proved for every N", () => {
  test.each([
    "kogge-stone",
    "sklansky",
    "brent-kung",
    "ladner-fischer:1",
    "ladner-fischer:2",
    "han-carlson:1",
    "serial",
    "scan-scan-add:4:sklansky:serial",
  ])("%s", async (name) => {
    expect(await certifyProgram(programOf(name), z3)).toMatchObject({ kind: "proved" });
  });

  test("for idempotent operators, where ranges overlap", async () => {
    const program = programOf("knowles:2:1:1:1");
    expect(await certifyProgram(program, z3, { serves: "idempotent" })).toMatchObject({ kind: "proved" });
    expect(await certifyProgram(program, z3)).toMatchObject({
      kind: "tested",
      reason: /no scan of \d+ wires/,
    });
  });

  test.each(["sklansky in two steps a level", "brent-kung in two steps a level", "serial, two wires a turn"])(
    "%s",
    async (name) => {
      const certificate = await certificateOf(TURN_PROGRAMS[name]);
      const text = encodeProgramCertificate(certificate);
      await checkProgramCertificate(decodeProgramCertificate(text), z3);
    },
  );

  test.each(["4:2:1:1", "4:1:1:1", "8:4:2:1", "4:2:2:1"])(
    "Knowles' %s, which reaches back over whole blocks of the level below",
    async (fanOuts) => {
      const program = programOf(`knowles:${fanOuts}`);
      const proof = await certifyProgram(program, z3, { serves: "idempotent" });
      if (proof.kind !== "proved") throw new Error(proof.reason);
      const { spans, program: proved } = proof.certificate;
      expect(spans.map(({ otherwise }) => printTerm(otherwise)).at(-1)).toMatch(
        /max\(0, \(j >> i - 1 << i - 1\) - (3 \* )?2\^\(i - 1\)\)/,
      );
      for (const width of [1, 2, 3, 16, 37, 64]) {
        expect(isSameNetwork(expandProgram(proved, width), expandProgram(program, width))).toBe(true);
      }
    },
  );

  test("for suffixes", async () => {
    const result = synthesizeLeaf(reverseNetwork(generateNetwork("kogge-stone", 16)));
    if (result.kind !== "program") throw new Error(result.reason);
    const certificate = await certificateOf(result.program);
    expect(certificate.direction).toBe("backward");
    await checkProgramCertificate(certificate, z3);
  });
});

describe("what is no scan at every N is not proved", () => {
  test("a turn whose second step takes what the first has changed", async () => {
    const { phases } = TURN_PROGRAMS["sklansky in two steps a level"];
    const late = phases.map(({ further, ...phase }) => ({
      ...phase,
      ...(further && { further: further.map((each) => ({ ...each, source: subtract(j, integer(1)) })) }),
    }));
    expect(await certifyProgram({ phases: late }, z3)).toMatchObject({ kind: "tested" });
    const claimed = { ...(await certificateOf({ phases })), program: { phases: late } };
    await expect(checkProgramCertificate(claimed, z3)).rejects.toThrow(
      /step 2 of every turn|a scan of \d+ wires/,
    );
  });

  test("six steps, which are enough for 64 wires", async () => {
    const short = changed(programOf("kogge-stone"), 0, { count: integer(6) });
    expect(await certifyProgram(short, z3)).toMatchObject({ kind: "tested" });
    const spans = [1, 2, 4, 8, 16, 32].map((done) => ({
      cases: [],
      otherwise: maximum(integer(0), subtract(add(j, integer(1)), integer(2 * done))),
    }));
    const claimed = { ...(await certificateOf(programOf("kogge-stone"))), program: short, spans };
    await expect(checkProgramCertificate(claimed, z3)).rejects.toThrow(/an obligation "at the end"/);
  });

  test("a serial scan that stops at 40 wires", async () => {
    const count = minimum(subtract(N, integer(1)), integer(40));
    expect(await certifyProgram(changed(programOf("serial"), 0, { count }), z3)).toMatchObject({
      kind: "tested",
    });
  });

  test("a guard that fails beyond 100 wires", async () => {
    const sklansky = programOf("sklansky");
    const guard = all([sklansky.phases[0].guard, compare(j, "less", integer(100))]);
    expect(await certifyProgram(changed(sklansky, 0, { guard }), z3)).toMatchObject({ kind: "tested" });
  });

  test("one level too few: the width is told", async () => {
    const short = changed(programOf("brent-kung"), 0, { count: subtract(ceilLog2(N), integer(2)) });
    expect(await certifyProgram(short, z3)).toEqual({ kind: "tested", reason: "it is no scan of 2 wires" });
  });

  test("terms beyond the proofs' language, another form, a solver that does not know", async () => {
    const koggeStone = programOf("kogge-stone");
    const odd = changed(koggeStone, 0, { source: subtract(j, and(powerOfTwo(i), integer(-1))) });
    expect(await certifyProgram(odd, z3)).toMatchObject({
      kind: "tested",
      reason: /no term of the proofs' language/,
    });
    const pairs = changed(koggeStone, 0, {
      destination: add(j, powerOfTwo(i)),
      source: j,
      guard: compare(add(j, powerOfTwo(i)), "less", N),
    });
    expect(await certifyProgram(pairs, z3)).toMatchObject({ kind: "proved" });
    const squares = changed(pairs, 0, {
      destination: multiply(j, j),
      guard: compare(multiply(j, j), "less", N),
    });
    expect(await certifyProgram(squares, z3)).toEqual({
      kind: "tested",
      reason: "it is not in the owner-computes form, nor known to have one",
    });
    const unsure: SmtSolver = { ...z3, check: async () => ({ status: "unknown", reason: "timeout" }) };
    expect(await certifyProgram(koggeStone, unsure)).toMatchObject({
      kind: "tested",
      reason: /none of \d+ spans/,
    });
  });
});

describe("a certificate", () => {
  test("goes through text and is followed again", async () => {
    const certificate = await certificateOf(programOf("brent-kung"));
    const read = decodeProgramCertificate(encodeProgramCertificate(certificate));
    expect(read).toEqual(certificate);
    await checkProgramCertificate(read, z3);
    expect(certificateObligations(read).map(({ name }) => name)).toEqual([
      "stage 1, on entering",
      "stage 1, every step",
      "stage 2, on entering",
      "stage 2, every step",
      "at the end",
    ]);
  });

  test("that was altered is refused, with what does not hold", async () => {
    const certificate = await certificateOf(programOf("sklansky"));
    const { program, spans } = certificate;
    const refuses = (part: Partial<ProgramCertificate>, message: RegExp): Promise<void> =>
      expect(checkProgramCertificate({ ...certificate, ...part }, z3)).rejects.toThrow(message);
    await refuses({ spans: [] }, /with spans for 1 stages, got 0/);
    await refuses({ spans: [{ cases: [], otherwise: integer(0) }] }, /"stage 1, on entering"/);
    await refuses({ spans: [{ cases: [], otherwise: j }] }, /"stage 1, every step"/);
    const level = subtract(ceilLog2(N), integer(1));
    await refuses({ program: changed(program, 0, { count: level }) }, /"at the end"/);
    await refuses(
      { program: changed(program, 0, { source: subtract(j, integer(1)) }) },
      /"stage 1, every step"/,
    );
    await refuses({ leastLevels: 0 }, /with direction, serves, leastLevels, spans and solver/);
    const late = { program: changed(program, 0, { count: level }), leastLevels: 3, spans };
    await refuses(late, /of a scan of 2 wires/);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ["no JSON", () => "{", /"file" must be JSON/],
    ["another kind", (text) => text.replace("scan program", "sum"), /version 1, got "sum", 1/],
    ["no direction", (text) => text.replace('"forward"', '"up"'), /with direction/],
    [
      "an operation that is none",
      (text) => text.replace('"shiftLeft"', '"pow"'),
      /"file\.program\.phases\[0\]\..*operation" must be an operation, got "pow"/,
    ],
    [
      "a comparison that is none",
      (text) => text.replace('"lessOrEqual"', '"more"'),
      /must be a comparison, got "more"/,
    ],
    [
      "spans without cases",
      (text) => text.replace('"cases"', '"case"'),
      /"file\.spans\[0\]\.cases" must be an array/,
    ],
    [
      "a number that is none",
      (text) => text.replace(/"value":\d+/, '"value":0.5'),
      /must be a whole number, got 0\.5/,
    ],
  ])("of a text with %s is refused", async (_name, alter, message) => {
    const text = encodeProgramCertificate(await certificateOf(programOf("kogge-stone")));
    expect(() => decodeProgramCertificate(alter(text), "file")).toThrow(FormatError);
    expect(() => decodeProgramCertificate(alter(text), "file")).toThrow(message);
  });
});

describe("what is asserted of powers, quotients and lowest bits", () => {
  test("is true of numbers: with their values in place it can be satisfied, and terms have theirs", async () => {
    const terms = [
      shiftLeft(shiftRight(j, i), i),
      modulo(add(j, integer(1)), powerOfTwo(add(i, integer(1)))),
      subtract(add(j, integer(1)), minimum(lowestBit(add(j, integer(1))), powerOfTwo(i))),
      modulo(j, integer(8)),
      shiftRight(subtract(j, powerOfTwo(i)), subtract(ceilLog2(N), integer(1))),
    ];
    const numbers = fc.tuple(fc.integer({ min: 5, max: 300 }), fc.nat(299), fc.integer({ min: 1, max: 8 }));
    for (const [width, thread, counter] of fc.sample(numbers, { seed: 8, numRuns: 10 })) {
      const levels = Math.ceil(Math.log2(width));
      const values = {
        N: width,
        L: levels,
        j: thread % width,
        i: counter,
        P: 2 ** (counter - 1),
        W: 2 ** (levels - 3),
      };
      const script = (wrong: number): string => {
        const encoder = new SmtEncoder({ leastLevels: 3, leastCounter: 1 });
        const known = terms.map((term, index) => {
          const value = evaluateTerm(term, values) + (index === 0 ? wrong : 0);
          return `(assert (= ${encoder.term(term)} ${value < 0 ? `(- ${-value})` : value}))`;
        });
        const given = Object.entries(values).map(([name, value]) => `(assert (= ${name} ${value}))`);
        const lines = encoder.lines();
        const counts = new Set(lines.join("\n").match(/q\d+/g));
        const products = [...counts].map(
          (name) => `(assert (= ${productOf(name)} (* ${name} ${baseOf(lines, name)})))`,
        );
        return [...lines, ...given, ...known, ...products].join("\n");
      };
      expect(await z3.check(script(0), 5000), JSON.stringify(values)).toMatchObject({ status: "sat" });
      expect((await z3.check(script(1), 5000)).status, JSON.stringify(values)).toBe("unsat");
    }
  });
});

const productOf = (count: string): string => count.replace("q", "m");

/** The base of a quotient, from the comment beside its definition. */
function baseOf(lines: readonly string[], count: string): string {
  const line = lines.find((each) => each.includes(` ${productOf(count)}) r`));
  const base = line?.at(-1);
  if (base === "P" || base === "W") return base;
  throw new Error(`${count} is not defined`);
}
