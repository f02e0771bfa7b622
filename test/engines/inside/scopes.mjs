/**
 * How much an engine is asked. Each smaller scope asks part of what the whole asks, under the same names, so that all compare.
 *
 * @typedef {object} Scope
 * @property {ScopeName} name
 * @property {readonly number[]} lengths  elements of the inputs of every operator on every expression
 * @property {readonly string[]} expressions  of these, as on the command line
 * @property {readonly number[]} longLengths  of the operators that are fast on every executor
 * @property {readonly string[]} witnessed  the witness's expressions, at 4,099 elements
 * @property {readonly number[]} functionLengths  elements of the columns that everyday functions are called with
 * @property {readonly import("samebits/conformance").Part[]} parts  of the conformance suite
 * @property {boolean} hasPapers  whether Appendix F of P4229R0 is remade, at 2^20 elements
 */

/** @typedef {"whole" | "emulated" | "brief"} ScopeName */

const EXPRESSIONS = [
  "left-fold",
  "iterated-pairwise",
  "bisection",
  "interleaved:3",
  "interleaved:16",
  "block-dyadic:16",
  "block-dyadic:32",
  "block-dyadic:256",
  "linear-carry:16",
];

/** What every engine that runs at its full speed is asked: about a minute. @type {Scope} */
export const WHOLE = {
  name: "whole",
  lengths: [97, 4099],
  expressions: EXPRESSIONS,
  longLengths: [65_537],
  witnessed: [...EXPRESSIONS, "interleaved:128", "linear-carry:256"],
  functionLengths: [97, 1031],
  parts: [
    "refusals",
    "tree-fingerprints",
    "operators-and-types",
    "special-values",
    "custom-operators",
    "placement",
    "consistency",
    "summaries",
    "golden-vectors",
  ],
  hasPapers: true,
};

/** For an engine under an emulator, fifteen times as slow: what depends on the instruction set, and some of the rest. @type {Scope} */
const EMULATED = {
  ...WHOLE,
  name: "emulated",
  lengths: [97],
  witnessed: ["iterated-pairwise", "interleaved:16", "block-dyadic:32"],
  functionLengths: [97],
  parts: ["special-values", "placement", "consistency", "summaries", "golden-vectors"],
  hasPapers: false,
};

/** For `npm test`: seconds, and no engine but the one that runs. @type {Scope} */
const BRIEF = {
  ...WHOLE,
  name: "brief",
  lengths: [97],
  expressions: ["iterated-pairwise", "interleaved:16", "block-dyadic:32"],
  longLengths: [],
  witnessed: [],
  functionLengths: [97],
  parts: [],
  hasPapers: false,
};

/** @param {string} name @returns {Scope} */
export function scopeNamed(name) {
  const found = [WHOLE, EMULATED, BRIEF].find((scope) => scope.name === name);
  if (found === undefined) throw new RangeError(`expected whole, emulated or brief, got ${name}`);
  return found;
}
