import { table } from "./table.mjs";

/** docs/engines.md, whole. @param {import("./results.mjs").Results} results */
export function enginesDocument(results) {
  return `# Same bits on every engine

<!-- Generated from test/engines/results/engines.json by \`npm run docs\`; edit test/engines/document.mjs. -->

\`npm run test:engines\` runs the built package under other JavaScript engines and on another instruction set, and compares what they compute. It is
part of \`npm run test:long\`; \`npm test\` holds the running Node to the committed fingerprints, in seconds.

${table(results)}

**Fingerprints** are hashes over the raw bytes of all that a contract observes (reduce, inclusive and exclusive scan) on hostile data, NaN,
infinities, subnormals and −0 included: every executor (javascript, wasm on the caller's arrays, wasm in library memory, streams of three chunks, two workers) × nine expressions × every built-in operator on
every type, operators of one's own and records × both directions, at 97 and 4,099 elements, a few at 65,537; operators that mix their operands give every tree
a value of its own; and since 2026-11-23 everyday functions, each answer of \`samebits witness\`'s calls of them on ten hostile columns, at 97 and 1,031 elements on javascript, wasm and
two workers. Rows of an older date have fewer: they are of before. With them, under the same rule: the rows of the witness, each value of Appendix F of P4229R0 at 2^20 elements, and
the counts of the conformance suite. All of an engine's must be those of the first line.

**Checks** were held against something else inside the engine: the literal reference, the golden vectors, the published values, functions' definitions; and each executor's fingerprints
against those of the javascript executor. What an executor refuses it refuses on every engine.

What runs under an emulator is asked a part of it, as the numbers tell. It shows that the code an engine makes for those instructions is
right, and nothing about a chip. Seconds say how long to wait, on a machine that had other work, not how fast an engine is.

Where an engine is missing it is skipped, with how to get it, and never counts as passed; with \`CI=true\` or \`SAMEBITS_SETUP=1\` it is a failure, and what
Debian has is installed first (as root). Nodes, Bun and Deno come from npm into the temporary folder. \`--only "Bun"\` runs one engine beside the first,
\`--write\` writes the table and the fingerprints anew; the row of an engine that was skipped stays, with its date. The folder \`test/engines\` has a file for each kind of engine.
`;
}
