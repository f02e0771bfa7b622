import { bind, executorRule } from "./algorithms/bind.ts";

import type { Prepare } from "./algorithms/prepared-plan.ts";
import type { Reduce } from "./algorithms/reduce.ts";
import type { Scan } from "./algorithms/scan.ts";
import { networksJavascriptExecutor } from "./executors/javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "./executors/wasm/networks-wasm-executor.ts";

// samebits/networks: scan networks as data, from generators or texts; what they are scans for, which trees they build, what they cost, how they look.
// And the functions of `samebits` by the expressions of networks.

const elementsExecutor = networksWasmExecutor();
const algorithms = bind(executorRule(elementsExecutor, networksJavascriptExecutor));

/** All elements combined to one value, as `samebits` documents it; by `networkExpression`, `exact` and `binned` too. */
export const reduce: Reduce = algorithms.reduce;

/** Every prefix that contains its own element, as `samebits` documents it; by `networkExpression`, `exact` and `binned` too. */
export const inclusiveScan: Scan = algorithms.inclusiveScan;

/** Every prefix that leaves its own element out, as `samebits` documents it; by `networkExpression`, `exact` and `binned` too. */
export const exclusiveScan: Scan = algorithms.exclusiveScan;

/** A contract checked once and ready to be used often, as `samebits` documents it; by `networkExpression`, `exact` and `binned` too. */
export const prepare: Prepare = algorithms.prepare;

export { networksJavascriptExecutor as javascriptExecutor } from "./executors/javascript/networks-javascript-executor.ts";
export { countCombines } from "./executors/wasm/families/dyadic/count-combines.ts";
export type { NetworkCounts } from "./executors/wasm/families/network/network-counts.ts";
export {
  type NetworkModuleOptions,
  networkModule,
} from "./executors/wasm/families/network/network-module.ts";
export type { Allocation } from "./executors/wasm/memory/heap.ts";
export { allocate } from "./executors/wasm/memory/wasm-memory.ts";
export {
  type NetworksWasmExecutor,
  networksWasmExecutor as wasmExecutor,
} from "./executors/wasm/networks-wasm-executor.ts";
export type { NetworkExpression } from "./expressions/expression.ts";
export {
  networkExpression,
  parseNetworkExpression as parseExpression,
} from "./expressions/network-expression.ts";
export {
  type Bracket,
  type BracketNode,
  bracketMaker,
  type MakeBracket,
  type PrintBracketOptions,
  printBracket,
} from "./networks/brackets/bracket.ts";
export {
  type BlockBracketing,
  type Bracketing,
  PLAIN_BRACKETINGS,
  printBracketing,
} from "./networks/brackets/bracketing.ts";
export {
  agreementCount,
  bracketsOf,
  depthOfBrackets,
  distinctCombineCount,
  minimumCombines,
} from "./networks/brackets/brackets-of.ts";
export { findNetworks } from "./networks/brackets/find-networks.ts";
export { nameBrackets } from "./networks/brackets/name-brackets.ts";
export { BRACKETING_NAMES, parseBracketing } from "./networks/brackets/parse-bracketing.ts";
export { prefixBrackets } from "./networks/brackets/prefix-brackets.ts";
export { directionOf, reverseNetwork } from "./networks/direction.ts";
export { type DrawSvgOptions, drawNetworkSvg } from "./networks/drawing/draw-svg.ts";
export { type DrawTextOptions, drawNetworkText } from "./networks/drawing/draw-text.ts";
export {
  GENERATOR_NAMES,
  GENERATORS,
  type Generator,
  generateNetwork,
} from "./networks/generators/generate-network.ts";
export { hanCarlson, harris, ladnerFischer } from "./networks/generators/harris.ts";
export { hillisSteele, knowles, koggeStone } from "./networks/generators/kogge-stone.ts";
export { type NamedNetwork, networksAt } from "./networks/generators/networks-at.ts";
export { recursiveLadnerFischer } from "./networks/generators/recursive-ladner-fischer.ts";
export { type ScanScanAddParts, scanScanAdd } from "./networks/generators/scan-scan-add.ts";
export { serial } from "./networks/generators/serial.ts";
export { sklansky } from "./networks/generators/sklansky.ts";
export { brentKung, upDownSweep } from "./networks/generators/up-down-sweep.ts";
export { type HarrisPlace, metricsOf, type NetworkMetrics } from "./networks/metrics.ts";
export { defineNetwork, isSameNetwork, type Network, type Pair, type Step } from "./networks/network.ts";
export type { Combine } from "./networks/run-network.ts";
export { applyNetwork, applyNetworkExclusively } from "./networks/run-network.ts";
export { decodeNetwork, encodeNetwork } from "./networks/text/decode-network.ts";
export {
  type ParseNetworkOptions,
  parseNetwork,
  printNetwork,
  readNetwork,
} from "./networks/text/parse-network.ts";
export { checkBrackets } from "./networks/validators/check-brackets.ts";
export { checkIdempotent, checkIntervals } from "./networks/validators/check-intervals.ts";
export { checkPowersOfTwo, checkSums } from "./networks/validators/check-sums.ts";
export {
  SERVED,
  type Served,
  type Validation,
  validateNetwork,
} from "./networks/validators/validate-network.ts";
export type { NetworkVerdict, ValidatorName } from "./networks/validators/verdict.ts";
export { parseDimacs, printDimacs } from "./solvers/dimacs.ts";
export { checkDrat, type ProofVerdict, trimDrat } from "./solvers/drat/check-drat.ts";
export type { ProofStep } from "./solvers/drat/proof.ts";
export { decodeDrat, encodeDrat, parseDrat } from "./solvers/drat/proof.ts";
export type {
  IntegerProgram,
  IntegerProgramAnswer,
  IntegerProgramSolver,
  IntegerVariable,
  LinearForm,
} from "./solvers/integer-program.ts";
export { openCadical } from "./solvers/open-cadical.ts";
export { openHighs } from "./solvers/open-highs.ts";
export { openZ3, openZ3Sat } from "./solvers/open-z3.ts";
export type { Cnf, ProvedAnswer, ProvingSolver, SatAnswer, SatSolver } from "./solvers/sat.ts";
export type { SmtAnswer, SmtSolver } from "./solvers/smt.ts";
export type {
  ProgramCertificate,
  ProgramProof,
  SpanCase,
  SpanCases,
} from "./synthesis/certificates/certificate.ts";
export { type CertifyOptions, certifyProgram } from "./synthesis/certificates/certify-program.ts";
export {
  certificateObligations,
  checkProgramCertificate,
} from "./synthesis/certificates/check-certificate.ts";
export {
  decodeProgramCertificate,
  encodeProgramCertificate,
} from "./synthesis/certificates/decode-certificate.ts";
export type { Obligation } from "./synthesis/certificates/obligations.ts";
export {
  type EmitHierarchicalTypeScriptOptions,
  emitHierarchicalJavaScript,
  emitHierarchicalTypeScript,
} from "./synthesis/emission/emit-hierarchical-typescript.ts";
export {
  emitHierarchicalWgsl,
  type HierarchicalBuffer,
  type HierarchicalWidths,
  type WgslDispatch,
} from "./synthesis/emission/emit-hierarchical-wgsl.ts";
export {
  type EmitProgramTypeScriptOptions,
  emitProgramTypeScript,
} from "./synthesis/emission/emit-program-typescript.ts";
export { type EmitProgramWgslOptions, emitProgramWgsl } from "./synthesis/emission/emit-program-wgsl.ts";
export { type EmitTypeScriptOptions, emitTypeScript } from "./synthesis/emission/emit-typescript.ts";
export { type EmitWgslOptions, emitWgsl } from "./synthesis/emission/emit-wgsl.ts";
export type {
  Assignment,
  InvocationPair,
  InvocationStep,
  PlannedStep,
  WorkgroupPlan,
} from "./synthesis/emission/plan-workgroup.ts";
export type { WgslScan, WgslScanOptions } from "./synthesis/emission/wgsl-scan.ts";
export {
  checkRefutation,
  findNetwork,
  type NetworkAnswer,
  type Refutation,
  refuteBounds,
} from "./synthesis/exact/find-network.ts";
export { intervalFormula, type SearchSpace } from "./synthesis/exact/interval-formula.ts";
export type { NetworkBounds } from "./synthesis/exact/network-bounds.ts";
export { knownBounds, type LowerBound, sergeevSize, snirBound } from "./synthesis/exact/network-bounds.ts";
export { readersOf, smallestKnown } from "./synthesis/exact/smallest-known.ts";
export {
  type SearchOptions,
  type SmallestNetwork,
  smallestNetwork,
} from "./synthesis/exact/smallest-network.ts";
export { applyHierarchical } from "./synthesis/hierarchical/apply-hierarchical.ts";
export {
  certifyHierarchical,
  type HierarchicalProof,
} from "./synthesis/hierarchical/certify-hierarchical.ts";
export { checkHierarchical, type HierarchicalFault } from "./synthesis/hierarchical/check-hierarchical.ts";
export { addsAndTransfers, type Choice, type CostOf, costOf } from "./synthesis/hierarchical/choice.ts";
export type { HierarchicalOperators, StageFamily, Wiring } from "./synthesis/hierarchical/encode-stages.ts";
export type { ShapeFault, TestedShapes } from "./synthesis/hierarchical/expand-hierarchical.ts";
export { expandHierarchical } from "./synthesis/hierarchical/expand-hierarchical.ts";
export {
  type Generalization,
  type GeneralizeOptions,
  generalizeHierarchical,
} from "./synthesis/hierarchical/generalize-hierarchical.ts";
export type { HierarchicalProgram } from "./synthesis/hierarchical/hierarchical-program.ts";
export type {
  Base,
  HierarchicalScan,
  HierarchicalShape,
  Row,
} from "./synthesis/hierarchical/hierarchical-scan.ts";
export { hierarchicalScanOf } from "./synthesis/hierarchical/hierarchical-scan-of.ts";
export { printHierarchical } from "./synthesis/hierarchical/print-hierarchical.ts";
export {
  type HierarchicalAnswer,
  type HierarchicalOptions,
  synthesizeHierarchical,
} from "./synthesis/hierarchical/synthesize-hierarchical.ts";
export {
  type HierarchicalProgramAnswer,
  type HierarchicalProgramOptions,
  synthesizeHierarchicalProgram,
} from "./synthesis/hierarchical/synthesize-hierarchical-program.ts";
export {
  type MeasuredShape,
  type TuneOptions,
  tuneHierarchical,
} from "./synthesis/hierarchical/tune-hierarchical.ts";
export type {
  Correction,
  IrregularExample,
  LeafProgram,
  LeafSynthesis,
  NearestProgram,
} from "./synthesis/leaf/leaf-synthesis.ts";
export { SCHEDULES, type Schedule, scheduleExpression } from "./synthesis/leaf/schedule-expression.ts";
export type { JoinRule } from "./synthesis/leaf/span-state.ts";
export { type ExpressionSynthesis, synthesizeExpression } from "./synthesis/leaf/synthesize-expression.ts";
export { type LeafOptions, synthesizeLeaf } from "./synthesis/leaf/synthesize-leaf.ts";
export { EXTENDED_BASIS, SEED_BASIS, withProducts } from "./synthesis/pair-index/index-basis.ts";
export type {
  BasisTerm,
  IndexBasis,
  IndexFunction,
  IndexSummand,
  PairIndexPhase,
  PairIndexProgram,
  WidthForm,
} from "./synthesis/pair-index/pair-index-program.ts";
export {
  networkProgramOf,
  printIndexFunction,
  printPairIndex,
} from "./synthesis/pair-index/pair-index-program.ts";
export {
  type PairIndexOptions,
  type PairIndexResult,
  synthesizePairIndex,
} from "./synthesis/pair-index/synthesize-pair-index.ts";
export { decodeProgram } from "./synthesis/programs/decode-program.ts";
export type { IndexValues } from "./synthesis/programs/evaluate-term.ts";
export { evaluateCondition, evaluateTerm } from "./synthesis/programs/evaluate-term.ts";
export { expandProgram } from "./synthesis/programs/expand-program.ts";
export type {
  IndexCondition,
  IndexOperation,
  IndexTerm,
  NetworkProgram,
  ProgramPhase,
  ProgramStatement,
} from "./synthesis/programs/network-program.ts";
export { printCondition, printProgram, printTerm } from "./synthesis/programs/print-program.ts";
export { reverseProgram } from "./synthesis/programs/reverse-program.ts";
export {
  askOracle,
  type OracleOptions,
  type OraclePicks,
  type OracleResult,
} from "./synthesis/sketches/ask-oracle.ts";
export {
  type CompleteSketchOptions,
  type CompleteSketchResult,
  type Completion,
  completeSketch,
} from "./synthesis/sketches/complete-sketch.ts";
export { parseSketch } from "./synthesis/sketches/parse-sketch.ts";
export type { OraclePick } from "./synthesis/sketches/pick-rules.ts";
export type * from "./synthesis/sketches/sketch.ts";
export type { SketchValues } from "./synthesis/sketches/sketch-evaluator.ts";
export type { FilledFunction } from "./synthesis/sketches/sketch-program.ts";
export { type BlockSketchResult, solveBlockSketch } from "./synthesis/sketches/solve-block-sketch.ts";
export {
  type SketchResult,
  type SolveSketchOptions,
  solveSketch,
} from "./synthesis/sketches/solve-sketch.ts";
export {
  FormatError,
  InvalidArgumentError,
  LengthMismatchError,
  NetworkSyntaxError,
  SamebitsError,
} from "./values/errors.ts";
export * from "./vocabulary.ts";
