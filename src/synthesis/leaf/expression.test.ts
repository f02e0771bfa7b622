import { describe, expect, test } from "vitest";
import { minimumCombines } from "../../networks/brackets/brackets-of.ts";
import { parseBracketing } from "../../networks/brackets/parse-bracketing.ts";
import { koggeStone } from "../../networks/generators/kogge-stone.ts";
import { brentKung } from "../../networks/generators/up-down-sweep.ts";
import { metricsOf } from "../../networks/metrics.ts";
import { isSameNetwork } from "../../networks/network.ts";
import { checkBrackets } from "../../networks/validators/check-brackets.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { SCHEDULES, scheduleExpression } from "./schedule-expression.ts";
import { synthesizeExpression } from "./synthesize-expression.ts";

const EXPRESSIONS = [
  ...["iterated-pairwise", "left-fold", "mirror", "dyadic-left", "dyadic-after-first"],
  ...["block-dyadic:4", "linear-carry:3", "carry(2, mirror)", "peer(4, mirror)", "peer(3, dyadic-left)"],
];

describe("a network from an expression alone", () => {
  test.each(EXPRESSIONS)("%s: its brackets, with the fewest combines that they take", (text) => {
    const bracketing = parseBracketing(text);
    for (const width of [1, 2, 7, 16, 37]) {
      for (const schedule of SCHEDULES) {
        const network = scheduleExpression(bracketing, width, schedule);
        if (network === undefined) throw new Error(`none of ${width}`);
        expect(checkBrackets(network, bracketing).holds, `${schedule} ${width}`).toBe(true);
        expect(metricsOf(network).size, `${schedule} ${width}`).toBe(minimumCombines(bracketing, width));
      }
    }
  });

  test("a known one, where there is no choice; Brent and Kung's, where complete trees come early", () => {
    const mirrored = scheduleExpression({ kind: "mirror" }, 16, "early");
    expect(mirrored && isSameNetwork(mirrored, koggeStone(16))).toBe(true);
    const dyadic = scheduleExpression({ kind: "dyadicLeft" }, 16, "trees early, a step more");
    expect(dyadic && isSameNetwork(dyadic, brentKung(16))).toBe(true);
  });
});

describe("a program from an expression", () => {
  test.each([
    ["iterated-pairwise", "sklansky"],
    ["dyadic-left", "brent-kung"],
    ["carry(2, carry(2, mirror))", "han-carlson:2"],
    ["carry(3, mirror)", "scans of blocks"],
    ["block-dyadic:3", "scans of blocks"],
    ["carry(4, dyadic-left)", "scans of blocks"],
    ["peer(4, mirror, left-fold)", "its combines, early"],
  ])("%s, from %s", (text, madeFrom) => {
    const bracketing = parseBracketing(text);
    const result = synthesizeExpression(bracketing);
    if (result.kind !== "program") throw new Error(result.reason);
    expect(result.madeFrom).toBe(madeFrom);
    for (const width of [6, 17, 30, 130]) {
      expect(checkBrackets(expandProgram(result.program, width), bracketing).holds, `N = ${width}`).toBe(
        true,
      );
    }
  });

  test("none where no schedule is regular, and it says so", () => {
    const result = synthesizeExpression(parseBracketing("peer(2, dyadic-left)"));
    expect(result).toEqual({
      kind: "none",
      reason: "none of 4 networks of peer(2, dyadic-left) has a program with its brackets at every width",
    });
  });
});
