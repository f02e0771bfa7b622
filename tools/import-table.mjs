/**
 * The architecture as a table: each room under `src/`, the rooms it may import, and the packages it may name.
 *
 * Rooms whose issue has not come yet stand here too, so that their place is known. Where the table proves wrong it is changed
 * in a decision record (docs/decisions), not in passing. ARCHITECTURE.md shows the same table in words.
 *
 * @typedef {object} Room
 * @property {true} [isRaised]  whether the room exists yet
 * @property {string} holds  what it is for, in a few words
 * @property {readonly string[]} imports  rooms, besides itself
 * @property {readonly string[]} [packages]  npm packages and "node:*"; none when absent
 * @property {readonly string[]} [files]  files outside src/; none when absent
 */

const SEMANTICS = ["values", "operators", "expressions", "contracts"];
const FAST = [
  "values",
  "elementary",
  "operators",
  "networks",
  "expressions",
  "contracts",
  "summaries",
  "codegen",
  "executors/executor.ts",
  "executors/primitives.ts",
];

/** @type {Readonly<Record<string, Room>>} */
export const IMPORT_TABLE = {
  values: {
    isRaised: true,
    holds: "element types, bits and hex, NaN, hashes, typed errors",
    imports: [],
  },
  elementary: {
    isRaised: true,
    holds: "exp, log, sin and their like, correctly rounded: the definition in integers, and fast paths",
    imports: ["values"],
  },
  text: {
    isRaised: true,
    holds: "what all languages of ours are read with: tokens, a cursor, places, carets",
    imports: ["values"],
  },
  operators: {
    isRaised: true,
    holds: "the scalar term language, built-in operators, the literal term evaluator",
    imports: ["values", "elementary", "text"],
  },
  networks: {
    isRaised: true,
    holds: "scan networks as data: generators, validators, brackets, texts, drawings",
    imports: ["values", "text"],
  },
  expressions: {
    isRaised: true,
    holds: "the named expressions as data: trees, brackets, properties, error bounds",
    imports: ["values", "networks"],
  },
  contracts: {
    isRaised: true,
    holds: "operator, types, expression, direction, initial value: resolve, print, parse",
    imports: ["values", "operators", "expressions"],
  },
  summaries: {
    isRaised: true,
    holds: "the composable state of a range: append, concat, observe, encode",
    imports: SEMANTICS,
  },
  reference: {
    isRaised: true,
    holds: "the literal evaluator of any contract: the oracle",
    imports: SEMANTICS,
  },
  codegen: {
    isRaised: true,
    holds: "scalar terms to closures, JavaScript, WebAssembly, WGSL",
    imports: ["values", "elementary", "operators"],
  },
  "executors/executor.ts": {
    isRaised: true,
    holds: "the Executor interface, plans, refusals",
    imports: ["values", "operators", "contracts", "summaries"],
  },
  "executors/primitives.ts": {
    isRaised: true,
    holds: "operations over whole columns: what algorithms are made of",
    imports: ["values", "operators", "contracts", "executors/executor.ts"],
  },
  "look-back": {
    isRaised: true,
    holds: "the one-pass protocol of a GPU scan as data: what a tile reads and publishes, who does what next",
    imports: [],
  },
  "executors/javascript": {
    isRaised: true,
    holds: "plain loops: always there, the readable one",
    imports: FAST,
  },
  "executors/wasm": {
    isRaised: true,
    holds: "SIMD kernels made at run time; library memory",
    imports: FAST,
  },
  "executors/workers": {
    isRaised: true,
    holds: "worker threads over shared memory",
    imports: [...FAST, "executors/wasm"],
    packages: ["node:*"],
  },
  "executors/webgpu": {
    isRaised: true,
    holds: "WGSL kernels: one pass over dyadic summaries",
    imports: [...FAST, "look-back"],
    packages: ["webgpu"],
  },
  simulator: {
    isRaised: true,
    holds: "the look-back protocol run step by step: schedules, exhaustive search, mutants",
    imports: ["values", "look-back"],
  },
  streams: {
    isRaised: true,
    holds: "scans of chunks that keep arriving",
    imports: ["values", "operators", "contracts", "summaries", "executors/executor.ts"],
  },
  algorithms: {
    isRaised: true,
    holds: "one public function per file, over any executor",
    imports: [...SEMANTICS, "elementary", "summaries", "executors/executor.ts", "executors/primitives.ts"],
  },
  matrices: {
    isRaised: true,
    holds: "arrays with axes: lines and products, as calls over primitives",
    imports: [...SEMANTICS, "algorithms", "executors/executor.ts", "executors/primitives.ts"],
  },
  solvers: {
    isRaised: true,
    holds: "SMT, integer programs and SAT behind small interfaces",
    imports: ["values"],
    packages: ["node:*", "z3-solver", "highs"],
  },
  laws: {
    isRaised: true,
    holds: "is this operator associative, commutative, neutral?",
    imports: ["values", "elementary", "operators", "solvers"],
  },
  synthesis: {
    isRaised: true,
    holds: "networks from examples and sketches; their programs, proofs and code",
    imports: [
      "values",
      "text",
      "operators",
      "networks",
      "expressions",
      "codegen",
      "solvers",
      "executors/executor.ts",
    ],
  },
  formats: {
    isRaised: true,
    holds: ".npy, raw, CSV, Arrow and Parquet, in and out",
    imports: ["values"],
    packages: ["node:*", "apache-arrow", "fzstd", "hyparquet", "hyparquet-compressors", "hyparquet-writer"],
  },
  language: {
    isRaised: true,
    holds: "the array language: texts, types, evaluation, work and span",
    imports: [
      ...SEMANTICS,
      "elementary",
      "text",
      "networks",
      "laws",
      "algorithms",
      "formats",
      "executors/executor.ts",
      "executors/primitives.ts",
    ],
  },
  conformance: {
    isRaised: true,
    holds:
      "the suite as a function of an executor; hostile data; the witness; everyday functions against their definitions",
    imports: [...SEMANTICS, "elementary", "summaries", "reference", "executors/executor.ts"],
  },
  lint: {
    isRaised: true,
    holds: "the lint rule for operators",
    imports: [],
  },
  plots: {
    isRaised: true,
    holds: "charts as data, drawn as SVG and PNG",
    imports: ["values"],
    packages: ["@resvg/resvg-js"],
  },
  accuracy: {
    isRaised: true,
    holds: "error against exact results and bounds",
    imports: [...SEMANTICS, "summaries", "executors/executor.ts"],
  },
  reveal: {
    isRaised: true,
    holds: "which tree a sum of anybody's adds by, found out by asking it; where two part",
    imports: [
      ...SEMANTICS,
      "networks",
      "codegen",
      "summaries",
      "reference",
      "conformance",
      "accuracy",
      "plots",
      "executors/executor.ts",
    ],
  },
  cluster: {
    isRaised: true,
    holds:
      "datasets in many files, runs as folders, their steps and receipts, and the engines that start them",
    imports: [...SEMANTICS, "networks", "summaries", "executors/executor.ts", "streams", "formats"],
    packages: ["node:*", "pg-boss", "@electric-sql/pglite", "@aws-sdk/client-s3"],
  },
  cli: {
    isRaised: true,
    holds: "arguments in, text out",
    imports: ["doors"],
    files: ["package.json"],
    packages: ["node:*", "commander", "cli-progress", "@stdlib/*"],
  },
};

/** Pairs that may not reach each other by any chain of imports: the oracle and what it judges. */
export const STRANGERS = [
  { room: "reference", never: ["executors/", "codegen", "summaries", "algorithms"] },
  { room: "executors/", never: ["reference"] },
  { room: "codegen", never: ["reference"] },
];

/** Names of the platform that only some rooms and files may say, with what is free all the same (`typeof` always is), and what to do instead. */
export const RESTRICTED_NAMES = [
  {
    what: "the clock",
    names: ["Date", "performance"],
    rooms: ["doors", "cli"],
    files: [
      "executors/wasm/families/dyadic/faster-way.ts", // chooses between two ways of the same bits
      "formats/tables/dates.ts", // a Date as a value, never the time of day
    ],
    remedy: "pass `now` in",
  },
  {
    what: "the environment",
    names: ["process", "navigator"],
    except: ["process.getBuiltinModule"], // a module, not a fact about the machine
    rooms: ["doors", "cli"],
    remedy: "pass what is needed in",
  },
  {
    what: "a random source",
    names: ["Math.random", "crypto"],
    rooms: ["doors", "cli"],
    remedy: "pass `seed` in",
  },
  {
    what: "WebAssembly",
    names: ["WebAssembly"],
    rooms: ["executors/wasm", "executors/workers", "codegen"],
    remedy: "it belongs to executors/wasm, executors/workers and codegen",
  },
  {
    what: "run-time code",
    names: ["eval", "Function"],
    rooms: ["executors/wasm", "codegen"],
    remedy: "it belongs to codegen and executors/wasm",
  },
];
