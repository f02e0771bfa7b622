/** @typedef {import("./cpu.mjs").SumCase} SumCase */

/** Elements of a chunk: 512 KiB of doubles, which a file or a pipe gives at once. */
export const CHUNK_LENGTH = 2 ** 16;

/** The name of ours where the input arrives in chunks. */
export const IN_CHUNKS = "samebits in chunks";

const SUBJECTS = /** @type {const} */ ([
  { type: "f64", expression: "block-dyadic:32" },
  { type: "f32", expression: "block-dyadic:32" },
  { type: "f64", expression: "left-fold" },
  { type: "f64", expression: "interleaved:16" },
  { type: "f64", expression: "linear-carry:32" },
]);

/**
 * One call over the caller's arrays, and the same in chunks of 64 Ki by `samebits/streams`, opened and closed every time.
 *
 * @param {number} n @returns {import("./cpu.mjs").Group}
 */
export function streamGroup(n) {
  /** @type {Omit<SumCase, "contender" | "primitive" | "output" | "type" | "n">} */
  const shared = {
    process: "samebits",
    operator: "add",
    memory: "caller",
    distribution: "uniform",
    seed: 2026,
    isOnOtherNodes: true,
  };
  return {
    name: `streams n=${n}`,
    rounds: 15,
    batchMilliseconds: 15,
    cases: SUBJECTS.flatMap((subject) =>
      ["samebits", IN_CHUNKS].flatMap((contender) => {
        const each = { ...shared, ...subject, contender, n };
        return /** @type {SumCase[]} */ ([
          { ...each, primitive: "inclusive-scan", output: "given" },
          { ...each, primitive: "reduce", output: "none" },
        ]);
      }),
    ),
  };
}
