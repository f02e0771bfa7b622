import { describe, expect, test } from "vitest";
import {
  ARGMAX,
  ARGMAX_ON_CARRIER,
  ARGMAX_TIE_BREAK,
  fakeSolver,
  MINUS_I32,
  SATURATING_U32,
} from "../../test/helpers/laws/operators.ts";
import { add, max, multiply } from "../operators/built-in.ts";
import { affine } from "../operators/combinators/affine.ts";
import { carryLookAhead } from "../operators/combinators/carry-look-ahead.ts";
import { segmented } from "../operators/combinators/segmented.ts";
import { defineOperator } from "../operators/define-operator.ts";
import type { AnyOperator } from "../operators/operator.ts";
import { FormatError } from "../values/errors.ts";
import { type Certificate, decodeCertificate, encodeCertificate } from "./certificate.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkLaw, checkLaws } from "./check-law.ts";

import type { LawOptions } from "./question-of.ts";

const UNSAT = { solver: fakeSolver({ status: "unsat" }) };

async function certificateOf(
  operator: AnyOperator,
  law: "associative" | "left-identity",
  options: LawOptions = UNSAT,
): Promise<string> {
  return encodeCertificate(await checkLaw(operator, law, options));
}

function altered(text: string, change: (certificate: Certificate) => object): string {
  return JSON.stringify({ ...decodeCertificate(text), ...change(decodeCertificate(text)) });
}

describe("certificates", () => {
  test("of every kind of verdict give it back", async () => {
    const kinds = new Set<string>();
    for (const operator of [
      add,
      ARGMAX,
      ARGMAX_ON_CARRIER,
      SATURATING_U32,
      carryLookAhead(),
      segmented(max, "f64"),
    ]) {
      for (const options of [UNSAT, { solver: "none" } as const]) {
        for (const verdict of await checkLaws(operator, options)) {
          kinds.add(verdict.kind === "proved" ? verdict.proof.method : verdict.kind);
          const { carrier } = verdict.question;
          expect(checkCertificate(encodeCertificate(verdict), operator, { carrier })).toEqual(verdict);
        }
      }
    }
    expect([...kinds].sort()).toEqual([
      "bits",
      "exhaustion",
      "normal form",
      "provedByCombinator",
      "refuted",
      "tested",
    ]);
  });

  test("are the same text for the same verdict", async () => {
    expect(await certificateOf(ARGMAX, "associative")).toBe(await certificateOf(ARGMAX, "associative"));
  });

  test("hold the terms and the script, so that others can ask their own solver", async () => {
    const certificate = decodeCertificate(await certificateOf(SATURATING_U32, "associative"));
    expect(certificate.operator).toMatchObject({
      name: "saturating-u32",
      type: "u32",
      hash: SATURATING_U32.hash,
    });
    expect(certificate.operator.nodes).toContain("left u32 0");
    expect(certificate.script).toContain("(check-sat)");
  });
});

describe("what is altered or stale is refused, with the reason", () => {
  const refuses = (text: string, operator: AnyOperator, reason: string): void => {
    expect(() => checkCertificate(text, operator)).toThrow(FormatError);
    expect(() => checkCertificate(text, operator)).toThrow(reason);
  };

  test("another operator", async () => {
    refuses(await certificateOf(ARGMAX, "associative"), ARGMAX_TIE_BREAK, "of the operator with hash");
    refuses(await certificateOf(SATURATING_U32, "associative"), MINUS_I32, "on i32");
  });

  test("other terms under the same hash", async () => {
    const text = await certificateOf(ARGMAX, "associative");
    const nodes = ["left i32 0"];
    refuses(
      altered(text, ({ operator }) => ({ operator: { ...operator, nodes } })),
      ARGMAX,
      "with the operator's terms",
    );
  });

  test("another law, equality, identity", async () => {
    const text = await certificateOf(ARGMAX, "associative");
    refuses(
      altered(text, () => ({ law: "commutative" })),
      ARGMAX,
      "with the script that the operator's terms give",
    );
    refuses(
      altered(text, () => ({ equality: "exact" })),
      ARGMAX,
      "with equality bits or value",
    );
    refuses(
      altered(text, () => ({ law: "left-zero" })),
      ARGMAX,
      "of a law that can be asked",
    );
    const refuted = await certificateOf(ARGMAX, "left-identity");
    const identity = ["7fffffff", "00000000"];
    expect(() =>
      checkCertificate(
        altered(refuted, () => ({ identity })),
        ARGMAX,
      ),
    ).not.toThrow();
    refuses(
      altered(refuted, () => ({ identity: ["7fffffff"] })),
      ARGMAX,
      "with an identity of 2 columns",
    );
    refuses(
      altered(refuted, () => ({ identity: ["7fffffff", "0"] })),
      ARGMAX,
      "8 lower-case hexadecimal digits",
    );
  });

  test("another script, method or verdict", async () => {
    const text = await certificateOf(SATURATING_U32, "associative");
    const easier = decodeCertificate(text).script?.replace("(assert (not", "(assert false) (assert (not");
    refuses(
      altered(text, () => ({ script: easier })),
      SATURATING_U32,
      "with the script",
    );
    refuses(
      altered(text, () => ({ method: "integers, ring operations only" })),
      SATURATING_U32,
      "ring operations only",
    );
    refuses(
      altered(text, () => ({ method: "normal form" })),
      SATURATING_U32,
      "sides of equal normal form",
    );
    refuses(
      altered(text, () => ({ method: "exhaustion" })),
      SATURATING_U32,
      "true of every operand",
    );
    refuses(
      altered(text, () => ({ method: "faith" })),
      SATURATING_U32,
      "a method of proof",
    );
    refuses(
      altered(text, () => ({ verdict: "provedByCombinator", rule: "ours" })),
      SATURATING_U32,
      'by the rule "none"',
    );
    refuses(
      altered(text, () => ({ verdict: "refuted" })),
      SATURATING_U32,
      "with 3 operands of 1 columns",
    );
    refuses(
      altered(text, () => ({ verdict: "certain" })),
      SATURATING_U32,
      "a verdict that this version knows",
    );
    refuses(
      altered(text, () => ({ solver: undefined })),
      SATURATING_U32,
      "with the name of a solver",
    );
  });

  test("a counterexample that is none", async () => {
    const text = await certificateOf(MINUS_I32, "associative");
    const operands = [["00000000"], ["00000000"], ["00000000"]];
    refuses(
      altered(text, () => ({ counterexample: { operands, foundBy: "samples" } })),
      MINUS_I32,
      "operands that refute the law",
    );
  });

  test("a rule without its parts, or with parts that are no proofs", async () => {
    const operator = segmented(add, "u32");
    const text = await certificateOf(operator, "associative");
    refuses(
      altered(text, () => ({ parts: [] })),
      operator,
      "with 1 parts",
    );
    refuses(
      altered(text, ({ parts = [] }) => ({ parts: [{ ...parts[0], verdict: "tested" }] })),
      operator,
      "with proofs of its parts",
    );
    refuses(
      altered(text, () => ({ rule: "because" })),
      operator,
      'by the rule "segmented: associative if its part is"',
    );
  });

  test("a carrier without closure, and a closure of another carrier", async () => {
    const text = await certificateOf(ARGMAX_ON_CARRIER, "left-identity");
    refuses(
      altered(text, () => ({ closure: undefined })),
      ARGMAX_ON_CARRIER,
      "its carrier is closed",
    );
    refuses(
      altered(text, ({ closure }) => ({ closure: { ...closure, carrier: undefined } })),
      ARGMAX_ON_CARRIER,
      "with carrier",
    );
    const without = defineOperator(
      ARGMAX_ON_CARRIER.kind === "record-operator" ? ARGMAX_ON_CARRIER.type : "i32",
      [...(ARGMAX_ON_CARRIER.kind === "record-operator" ? ARGMAX_ON_CARRIER.terms : [])],
    );
    refuses(text, without, "about every value");
  });

  test("text that is no certificate", () => {
    for (const text of ["", "{", "[]", "{}", '{"format":"samebits law certificate","version":2}', "null"]) {
      expect(() => decodeCertificate(text)).toThrow(FormatError);
    }
  });
});

test("what an author calls derived counts only with the combinator's own terms", async () => {
  const forged = defineOperator({ value: "f32", isHead: "bool" }, segmentedTerms(segmented(add, "f32")), {
    derivation: { combinator: "segmented", parts: [add] },
  });
  expect(
    (await checkLaw(forged, "left-identity", { identity: { value: -0, isHead: false }, solver: "none" }))
      .kind,
  ).toBe("provedByCombinator");
  const wrong = defineOperator(
    { scale: "u32", offset: "u32" },
    segmentedTerms(affine(max, multiply, "u32")),
    {
      derivation: { combinator: "affine", parts: [add, multiply] },
    },
  );
  const verdict = await checkLaw(wrong, "associative", { solver: "none" });
  expect(verdict.kind).not.toBe("provedByCombinator");
  const nonsense = defineOperator(
    "i32",
    [MINUS_I32.kind === "operator" ? MINUS_I32.term("i32") : segmentedTerms(wrong)[0]],
    {
      derivation: { combinator: "state-map", parts: [] },
    },
  );
  expect((await checkLaw(nonsense, "associative", { solver: "none" })).kind).toBe("refuted");
});

function segmentedTerms(operator: AnyOperator) {
  return operator.kind === "record-operator" ? operator.terms : [];
}

describe("the cache", () => {
  function memoryCache() {
    const entries = new Map<string, string>();
    return {
      entries,
      get: async (key: string) => entries.get(key),
      set: async (key: string, certificate: string) => void entries.set(key, certificate),
    };
  }

  test("spares the solver a second time", async () => {
    const cache = memoryCache();
    const first = await checkLaw(SATURATING_U32, "associative", { ...UNSAT, cache });
    expect([...cache.entries.keys()]).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}-associative-[0-9a-f]{16}$/),
    ]);
    expect(await checkLaw(SATURATING_U32, "associative", { solver: "none", cache })).toEqual(first);
  });

  test("keeps nothing that is only tested", async () => {
    const cache = memoryCache();
    await checkLaw(SATURATING_U32, "associative", { solver: "none", cache });
    expect(cache.entries.size).toBe(0);
  });

  test("a damaged entry is made anew", async () => {
    const cache = memoryCache();
    await checkLaw(SATURATING_U32, "associative", { ...UNSAT, cache });
    for (const [key, text] of cache.entries) cache.entries.set(key, text.replace("(check-sat)", ""));
    expect((await checkLaw(SATURATING_U32, "associative", { solver: "none", cache })).kind).toBe("tested");
    await checkLaw(SATURATING_U32, "associative", { ...UNSAT, cache });
    expect((await checkLaw(SATURATING_U32, "associative", { solver: "none", cache })).kind).toBe("proved");
  });
});

test("however deep what is no certificate nests, it is a FormatError", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  for (const text of [deep, `{"format":${deep}}`, `{"format":"samebits-law","version":${deep}}`]) {
    expect(() => decodeCertificate(text)).toThrow(FormatError);
  }
});
