import * as networks from "../../../src/networks.ts";
import { closedObject, options } from "../options.ts";
import type { Sound } from "../room.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Of whatever stands there: what a caller's function throws is the caller's. */
const add = (left: unknown): unknown => left;
const ones = (length: number): number[] => new Array<number>(length).fill(1);

const network = (): networks.Network => networks.sklansky(4);
const bracketing = (): networks.Bracketing => networks.parseBracketing("peer(2, mirror, left-fold)");
const brackets = (): readonly networks.Bracket[] => networks.bracketsOf(network());
const expression = (): networks.Expression => networks.networkExpression("sklansky", 4);

const variable = (name: string): networks.IndexTerm => ({ kind: "variable", name });
const integer = (value: number): networks.IndexTerm => ({ kind: "integer", value });

/** A chain: in step i wire i + 1 takes up wire i. */
const program = (): networks.NetworkProgram => ({
  phases: [
    {
      first: integer(1),
      count: { kind: "binary", operation: "subtract", left: variable("N"), right: integer(1) },
      direction: "up",
      guard: { kind: "compare", comparison: "equal", left: variable("j"), right: variable("i") },
      source: { kind: "binary", operation: "subtract", left: variable("j"), right: integer(1) },
      destination: variable("j"),
    },
  ],
});

const hierarchical = (): networks.HierarchicalProgram => ({
  sentCount: 1,
  lengths: "any",
  sent: { kind: "binary", operation: "subtract", left: variable("N"), right: integer(1) },
  first: program(),
  middle: program(),
  entry: { kind: "all", conditions: [] },
  last: { phases: [] },
});

const shape = (): networks.HierarchicalShape => ({ width: 4, blockCount: 2, sentCount: 1 });
const scan = (): networks.HierarchicalScan =>
  networks.hierarchicalScanOf(hierarchical(), { width: 4, blockCount: 2 });

const certificate = (): networks.ProgramCertificate => ({
  kind: "scan program",
  version: 1,
  program: program(),
  direction: "forward",
  serves: "associative",
  leastLevels: 2,
  spans: [{ cases: [], otherwise: variable("j") }],
  solver: "x",
});

const formula = (): networks.Cnf => ({ variableCount: 2, clauses: [[1, 2], [-1], [-2]] });
const proof = (): readonly networks.ProofStep[] => [
  { kind: "add", literals: [1] },
  { kind: "add", literals: [] },
];
const bounds = (): { width: number; depth: number; size: number } => ({ width: 4, depth: 2, size: 4 });

/** Knows nothing, at once. */
const solver = () => {
  const ask = async () => ({ status: "unknown", reason: "no time" }) as const;
  return { name: "none", version: "1", solve: ask, prove: ask, check: ask, close: async () => undefined };
};

/** Believes everything. */
const sure = () => ({ ...solver(), check: async () => ({ status: "unsat" }) as const });

/** Looks like z3-solver, and knows nothing. */
const oneZ3 = {
  init: async () => ({
    Z3: { get_full_version: () => "Z3 0", global_param_set: () => undefined },
    em: {},
  }),
  killThreads: async () => undefined,
};

const blockSketch = (): networks.Sketch =>
  networks.parseSketch(`choose(i, j) = ?? each 0..1; array out = inp;
    for (i = 1; i < N; i++) { for (j = 0; j < i; j++) { if (choose(i, j)) { out[i] += inp[j]; } } }
    expect out = scan(inp);`);

const pairIndex = (): networks.PairIndexProgram => {
  const [one, counter] = networks.SEED_BASIS;
  return {
    phases: [
      {
        first: { logs: 0, widths: 0, constant: 0 },
        count: { logs: 1, widths: 0, constant: 0 },
        direction: "up",
        f: [{ coefficient: 1, of: one }],
        g: [{ coefficient: 1, of: counter }],
      },
    ],
  };
};

const sketch = (): networks.Sketch =>
  networks.parseSketch(`terms index = { 1, j, 2^i };
    for (i = 0; i < log(N); i++) {
      parallel for (j = 0; j < N; j++) { if (j >= 2^i) { a[j] = a[?? index] + a[j]; } }
    }`);

export const NETWORKS: Sound = {
  ...Object.fromEntries(Object.entries(VOCABULARY).filter(([name]) => name.split(" ")[0] in networks)),
  wasmExecutor: () => [],
  reduce: () => [Float64Array.of(1, 2), options({ expression: expression() })],
  inclusiveScan: () => [Float64Array.of(1, 2), options({ expression: expression() })],
  exclusiveScan: () => [Float64Array.of(1, 2), options({ expression: expression(), initial: 0 })],
  prepare: () => [options({ type: "f64", expression: expression() })],
  networkExpression: () => ["sklansky", 4],
  "networkExpression of a network": () => [network(), "mine"],
  parseExpression: () => ["network:sklansky:4", [expression()]],
  networkModule: () => [network(), options({ type: "f64", marks: true })],
  applyNetwork: () => [network(), ones(4), add],
  applyNetworkExclusively: () => [network(), ones(4), 0, add],
  directionOf: () => [network()],
  isSameNetwork: () => [network(), network()],
  defineNetwork: () => [4, [[[0, 1]]]],
  reverseNetwork: () => [network()],
  metricsOf: () => [network()],
  readersOf: () => [network()],
  bracketMaker: () => [],
  bracketsOf: () => [network(), networks.bracketMaker()],
  agreementCount: () => [network(), bracketing()],
  nameBrackets: () => [network()],
  findNetworks: () => [bracketing(), 4],
  networksAt: () => [4],
  prefixBrackets: () => [bracketing(), 4, networks.bracketMaker()],
  minimumCombines: () => [bracketing(), 4],
  distinctCombineCount: () => [brackets()],
  depthOfBrackets: () => [brackets()],
  printBracket: () => [
    brackets()[3],
    options({ leaf: (index: number) => `x${index}`, between: ".", limit: 9, mirroredIn: 4 }),
  ],
  "printBracket whole": () => [brackets()[3]],
  parseBracketing: () => ["mirror"],
  printBracketing: () => [bracketing()],
  checkBrackets: () => [network(), bracketing()],
  checkIntervals: () => [network()],
  checkIdempotent: () => [network()],
  checkPowersOfTwo: () => [network()],
  checkSums: () => [network()],
  validateNetwork: () => [network()],
  drawNetworkSvg: () => [network(), options({ title: "t", output: 2 })],
  drawNetworkText: () => [network(), options({ output: 2, columns: 60 })],
  encodeNetwork: () => [network()],
  decodeNetwork: () => [networks.encodeNetwork(network()), "n.json"],
  printNetwork: () => [network()],
  parseNetwork: () => ["{{(0, 1)}}", options({ width: 2, source: "n.txt" })],
  readNetwork: () => ["{{(0, 1)}}", options({ width: 2, source: "n.txt" })],
  generateNetwork: () => ["ladner-fischer:1", 4],
  "generateNetwork of blocks": () => ["scan-scan-add:2:serial:serial", 4],
  serial: () => [4],
  sklansky: () => [4],
  koggeStone: () => [4],
  hillisSteele: () => [4],
  brentKung: () => [4],
  upDownSweep: () => [4],
  hanCarlson: () => [8, 1],
  ladnerFischer: () => [8, 1],
  recursiveLadnerFischer: () => [8, 1],
  harris: () => [8, 1, 1, 0],
  knowles: () => [8, [2, 1, 1]],
  scanScanAdd: () => [8, 4, options({ local: networks.sklansky, outer: networks.serial })],
  parseDimacs: () => ["p cnf 1 1\n1 0\n"],
  printDimacs: () => [formula()],
  parseDrat: () => ["1 0\nd 1 0\n0\n"],
  encodeDrat: () => [proof()],
  decodeDrat: () => [networks.encodeDrat(proof())],
  checkDrat: () => [formula(), proof()],
  trimDrat: () => [formula(), proof()],
  intervalFormula: () => [bounds(), "networks"],
  knownBounds: () => [8, 3],
  snirBound: () => [8, 3],
  sergeevSize: () => [8],
  smallestKnown: () => [options({ width: 4, depth: 2, readers: 3 })],
  findNetwork: () => [options(bounds()), solver(), 10],
  refuteBounds: () => [options(bounds()), solver(), 10],
  checkRefutation: () => [options({ width: 4, depth: 2, size: 3 }), proof()],
  smallestNetwork: () => [
    options({ width: 4, depth: 2 }),
    solver(),
    options({ timeoutMs: 10, now: () => 0, trusted: [{ size: 3, by: "prefixes" }] }),
  ],
  expandProgram: () => [program(), 4, { M: 1 }],
  reverseProgram: () => [program()],
  printProgram: () => [program()],
  decodeProgram: () => [program(), "p.json"],
  printTerm: () => [program().phases[0].source],
  printCondition: () => [program().phases[0].guard],
  evaluateTerm: () => [program().phases[0].source, { i: 1, j: 2, N: 4 }],
  evaluateCondition: () => [program().phases[0].guard, { i: 1, j: 2, N: 4 }],
  certifyProgram: () => [
    closedObject(program()),
    closedObject(solver()),
    options({ serves: "associative", timeoutMs: 10 }),
  ],
  encodeProgramCertificate: () => [certificate()],
  decodeProgramCertificate: () => [networks.encodeProgramCertificate(certificate()), "c.json"],
  certificateObligations: () => [certificate()],
  emitTypeScript: () => [network(), options({ title: "t" })],
  emitWgsl: () => [
    network(),
    options({ title: "t", assignment: "pairs", type: "f32", arithmetic: "native" }),
  ],
  emitProgramTypeScript: () => [program(), options({ title: "t", values: { M: 1 } })],
  emitProgramWgsl: () => [program(), 4, options({ title: "t", values: { M: 1 }, type: "f32" })],
  emitHierarchicalTypeScript: () => [hierarchical(), options({ title: "t" })],
  emitHierarchicalJavaScript: () => [hierarchical(), options({ title: "t" })],
  emitHierarchicalWgsl: () => [hierarchical(), { blockLength: 4, blockCount: 2 }, options({ title: "t" })],
  expandHierarchical: () => [hierarchical(), 8, 2],
  hierarchicalScanOf: () => [hierarchical(), { width: 8, blockCount: 2 }],
  applyHierarchical: () => [scan(), ones(4), add],
  checkHierarchical: () => [scan(), "commutative"],
  costOf: () => [scan(), networks.addsAndTransfers],
  addsAndTransfers: () => [{ kind: "first", row: 1, from: 0 }, shape()],
  printHierarchical: () => [scan()],
  tuneHierarchical: () => [[shape()], () => 1, options({ rounds: 1 })],
  synthesizeHierarchical: () => [
    shape(),
    solver(),
    options({
      wiring: "free",
      goal: "any",
      stages: { first: "scan" },
      timeoutMs: 10,
      start: closedObject(scan()),
    }),
  ],
  synthesizeHierarchicalProgram: () => [solver(), options({ shapes: [shape()], timeoutMs: 10 })],
  networkProgramOf: () => [pairIndex()],
  printPairIndex: () => [pairIndex()],
  printIndexFunction: () => [pairIndex().phases[0].f],
  withProducts: () => [networks.SEED_BASIS.slice(0, 2)],
  scheduleExpression: () => [bracketing(), 4, "early"],
  synthesizeLeaf: () => [network(), options({ mostPhases: 2, budgetMs: 1000, now: () => 0 })],
  synthesizePairIndex: () => [
    network(),
    solver(),
    options({
      phases: "all",
      further: [networks.sklansky(8)],
      mostPhases: 1,
      mostQuestions: 2,
      timeoutMs: 10,
    }),
  ],
  openCadical: () => [process.execPath],
  openHighs: () => [() => import("highs")],
  openZ3: () => [() => Promise.resolve(oneZ3)],
  openZ3Sat: () => [() => Promise.resolve(oneZ3)],
  checkProgramCertificate: () => [certificate(), sure(), 10],
  certifyHierarchical: () => [hierarchical(), sure(), options({ timeoutMs: 10 })],
  generalizeHierarchical: () => [scan(), options({ middle: closedObject(program()) })],
  synthesizeExpression: () => [
    networks.parseBracketing("left-fold"),
    options({ budgetMs: 1000, now: () => 0 }),
  ],
  solveBlockSketch: () => [blockSketch(), solver(), options({ values: { N: 2 }, timeoutMs: 10 })],
  parseSketch: () => [sketch().origin.text, "s.sketch"],
  solveSketch: () => [
    sketch(),
    network(),
    solver(),
    options({ values: {}, mostSolutions: 1, timeoutMs: 10 }),
  ],
  askOracle: () => [
    networks.parseSketch("pick(j) = !!; parallel for (j = 1; j < N; j++) { a[j] = a[pick(j)] + a[j]; }"),
    solver(),
    options({ width: 4, values: {}, mostTables: 1, timeoutMs: 10, now: () => 0 }),
  ],
  completeSketch: () => [
    sketch(),
    solver(),
    options({ width: 4, example: network(), mustScan: true, timeoutMs: 10, now: () => 0 }),
  ],
};
