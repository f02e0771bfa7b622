import * as laws from "../../../src/laws.ts";
import { i32, operator } from "../../../src/operators.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const add = operator(i32, (left, right) => left.add(right));
const question = {
  seed: 1n,
  sampleCount: 20,
  solver: "none",
  timeoutMs: 10,
  budgetMs: 1000,
  now: () => 0,
  equality: "bits",
} as const;
let made: Promise<laws.Verdict> | undefined;

/** Nobody can change it, so one is enough. */
function verdict(): Promise<laws.Verdict> {
  made ??= laws.checkLaw(add, "associative", { solver: "none" });
  return made;
}

export const LAWS: Sound = {
  checkLaw: () => [add, "associative", options({ ...question })],
  checkLaws: () => [add, options({ ...question, laws: ["commutative"] })],
  explain: () => [add, "associative", options({ ...question, mostCases: 4 })],
  requireLaw: async () => [await verdict(), options({ accept: ["tested"] })],
  withLaws: async () => [add, [await verdict()]],
  isProof: async () => [await verdict()],
  describeVerdict: async () => [await verdict()],
  describeFinding: async () => [await verdict()],
  encodeCertificate: async () => [await verdict()],
  decodeCertificate: async () => [laws.encodeCertificate(await verdict())],
  checkCertificate: async () => [laws.encodeCertificate(await verdict()), add, options({})],
};
