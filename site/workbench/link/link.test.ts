import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLink, encodeLink, type Link, LinkError } from "./link.ts";

const SUM: Link = {
  pane: "sum",
  contract: "add f64 left-fold initial=none v1",
  data: "1e16 1 1 1 -1e16 1",
  options: { others: "iterated-pairwise, interleaved:2, exact" },
};

/** Written by the first version, and never changed: a link that somebody has sent opens for ever. */
const OLD_LINKS: Readonly<Record<string, Link>> = {
  "#v1.sum.JYyxCsMwDAV_RWi2B5eSIdAvKR1E9UwFxi6OSAIh_56QcMtxw71ZVCkPTyrIHnMrSlbNTcqrtgqaEwdOSAOli3g7h42b_9AnHtkcXRwa_2J9sQnhfJytQGbo-AiEVb7O--cA":
    SUM,
};

describe("a link", () => {
  test("of the first version opens", () => {
    for (const [fragment, link] of Object.entries(OLD_LINKS)) expect(decodeLink(fragment)).toEqual(link);
  });

  test("holds everything, in characters that no program changes", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    const options = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { noNullPrototype: true });
    const pane = fc.constantFrom("sum", "look-back");
    fc.assert(
      fc.property(fc.record({ pane, contract: text, data: text, options }), (link) => {
        const fragment = encodeLink(link);
        expect(fragment).toMatch(/^v1\.[a-z-]+\.[\w-]+$/);
        expect(decodeLink(`#${fragment}`)).toEqual(link);
      }),
      { seed: 28 },
    );
  });

  test("of equal states is equal, in whatever order options were set", () => {
    const one = encodeLink({ ...SUM, options: { a: "1", b: "2" } });
    expect(encodeLink({ ...SUM, options: { b: "2", a: "1" } })).toBe(one);
  });

  test.each([
    ["#heading-of-a-document", /begins with "v1\."/],
    ["#v7.sum.AAAA", /later version/],
    ["#v1.sum", /three parts/],
    ["#v1.SUM.AAAA", /three parts/],
    ["#v1.sum.AAAA.BBBB", /three parts/],
    ["#v1.sum.not base64!", /damaged/],
    ["#v1.sum.AAAA", /damaged/],
    [`#${encodeLink(SUM).slice(0, -8)}`, /damaged/],
    ["#v1.sum.q1YyVLJSMlSKBQA", /damaged|something else/],
  ])("that is broken or foreign says what is wrong: %s", (fragment, fact) => {
    expect(() => decodeLink(fragment)).toThrow(LinkError);
    expect(() => decodeLink(fragment)).toThrow(fact);
  });
});
