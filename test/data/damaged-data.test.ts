import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import * as algorithms from "../../src/algorithms.ts";
import * as expressions from "../../src/expressions.ts";
import * as samebits from "../../src/index.ts";
import * as language from "../../src/language.ts";
import * as laws from "../../src/laws.ts";
import * as networks from "../../src/networks.ts";
import * as operators from "../../src/operators.ts";
import * as plots from "../../src/plots.ts";
import * as streams from "../../src/streams.ts";
import * as summaries from "../../src/summaries.ts";
import { SamebitsError } from "../../src/values/errors.ts";
import { isLong } from "../extent.ts";
import { damaged } from "./damage.ts";
import {
  CERTIFICATE,
  CHART,
  CONTRACT,
  DAG,
  EXPRESSION_DATA,
  encodeSummaryOf,
  HIERARCHICAL,
  NETWORK,
  OPERATOR_DATA,
  PROGRAM,
  PROGRAM_CERTIFICATE,
  RECORD_DATA,
  VERDICT,
} from "./samples.ts";

const SEED = 20_261_123;
const RUNS = isLong ? 20_000 : 300;
const LENGTH = 40;

interface Subject {
  readonly datum: unknown;
  /** Everything public that takes such data. Texts that come back are looked at for code. */
  readonly uses: Readonly<Record<string, (datum: never) => unknown>>;
}

/** As a message brings it. */
const json = (datum: unknown): string =>
  JSON.stringify(datum, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "";

const floats = Float64Array.from({ length: LENGTH }, (_, i) => i / 3);

type Defined = Parameters<typeof operators.defineOperator>;

function run(operator: operators.AnyOperator): unknown {
  if (operator?.kind !== "operator") {
    const columns = { value: Float32Array.of(1, 3, 2), index: Uint32Array.of(0, 1, 2) };
    return samebits.reduce(columns as never, { operator } as never);
  }
  return operator.types?.includes?.("f64")
    ? samebits.inclusiveScan(floats, { operator } as never)
    : undefined;
}

const use = (given: never): never => given;
const printed = (operator: operators.AnyOperator): unknown[] => [
  operators.printOperator(operator),
  operators.encodeOperator(operator),
  samebits.printContract(
    samebits.resolveContract({ operator }, "reduce", operator.kind === "operator" ? "f64" : undefined),
  ),
];

const definedOf = (given: Defined): unknown => {
  const [type, terms, facts] = Array.isArray(given) ? given : [given, given, undefined];
  const operator = operators.defineOperator(type, terms, facts) as operators.AnyOperator;
  return [run(operator), printed(operator), operator.name];
};

const SUBJECTS: Readonly<Record<string, Subject>> = {
  "terms of an operator": { datum: OPERATOR_DATA, uses: { defineOperator: definedOf as never } },
  "terms of an operator over records": { datum: RECORD_DATA, uses: { defineOperator: definedOf as never } },
  "terms of an element function": {
    datum: [
      "f64",
      "bool",
      [
        {
          kind: "binary",
          operation: "less",
          type: "bool",
          first: OPERATOR_DATA[1][0],
          second: { kind: "constant", type: "f64", value: 0.5 },
        },
      ],
    ],
    uses: {
      defineElementFunction: ((given: Defined) => {
        const [type, result, terms] = Array.isArray(given) ? given : [given, given, given];
        const predicate = operators.defineElementFunction(type, result as never, terms as never);
        return predicate.resultType === ("bool" as never) ? algorithms.filter(floats, predicate as never) : 0;
      }) as never,
    },
  },
  "a term": {
    datum: OPERATOR_DATA[1][0],
    uses: { printTerm: (term) => operators.printTerm(term) },
  },
  "an operator, copied": {
    datum: { ...operators.argMax("f32") },
    uses: {
      reduce: (operator) => run(operator),
      combinators: (operator) => operators.segmented(operator),
      op: (operator) =>
        run(operators.op`(left: { value: f32, index: u32 }, right) => ${operator}(left, right)`),
      printOperator: (operator) => operators.printOperator(operator),
      encodeOperator: (operator) => operators.encodeOperator(operator),
      networkModule: (operator) => networks.networkModule(networks.sklansky(4), { operator }),
      emitWgsl: (operator) => networks.emitWgsl(networks.sklansky(4), { operator }),
      withLaws: (operator) => laws.withLaws(operator, []),
      reduceCommutative: (operator) =>
        algorithms.reduceCommutative(
          { value: Float32Array.of(1), index: Uint32Array.of(0) } as never,
          { operator } as never,
        ),
    },
  },
  "the JSON of an operator": {
    datum: JSON.parse(operators.encodeOperator(operators.argMax("f32"))),
    uses: { decodeOperator: (datum) => run(operators.decodeOperator(json(datum))) },
  },
  "an expression": {
    datum: EXPRESSION_DATA,
    uses: {
      reduce: (expression) => samebits.reduce(floats, { expression }),
      scan: (expression) => networks.inclusiveScan(floats, { expression }),
      depthOf: (expression) => expressions.depthOf(expression, 9),
      errorBound: (expression) => expressions.errorBound(expression, 9, "f64"),
      symbolic: (expression) => expressions.symbolic(expression, 9),
      symbolicScan: (expression) => expressions.symbolicScan(expression, "inclusive-scan", 9),
      propertiesOf: (expression) => expressions.propertiesOf(expression),
      printExpression: (expression) => expressions.printExpression(expression),
    },
  },
  "the expression of a network": {
    datum: { ...networks.networkExpression("sklansky", 4) },
    uses: {
      scan: (expression) => networks.inclusiveScan(floats, { expression }),
      plan: (expression) =>
        networks
          .wasmExecutor()
          .plan(samebits.columnContract({ ...CONTRACT, expression } as never))
          .inclusiveScan([floats]),
    },
  },
  "a contract": {
    datum: CONTRACT,
    uses: {
      summaryAlgebra: (contract) =>
        summaries.summaryAlgebra(contract).append(summaries.summaryAlgebra(contract).empty(0), 1),
      "plan on wasm": (contract) =>
        networks.wasmExecutor().plan(samebits.columnContract(contract)).inclusiveScan([floats]),
      printContract: (contract) => samebits.printContract(contract),
    },
  },
  "the line of a contract": {
    datum: "add f64 sum=f64 block-dyadic:32 initial=0000000000000000@outside v1".split(" "),
    uses: {
      parseContract: (words) =>
        samebits.parseContract(
          Array.from(Object(words) as ArrayLike<unknown>, json)
            .join(" ")
            .replaceAll('"', ""),
        ),
    },
  },
  "a network": {
    datum: NETWORK,
    uses: {
      emitTypeScript: (network) => networks.emitTypeScript(network),
      emitWgsl: (network) => networks.emitWgsl(network),
      drawNetworkSvg: (network) => networks.drawNetworkSvg(network),
      drawNetworkText: (network) => networks.drawNetworkText(network),
      printNetwork: (network) => networks.printNetwork(network),
      encodeNetwork: (network) => networks.encodeNetwork(network),
      networkModule: (network) => networks.networkModule(network),
      metricsOf: (network) => networks.metricsOf(network),
      validateNetwork: (network) => networks.validateNetwork(network),
      checkIntervals: (network) => networks.checkIntervals(network),
      checkIdempotent: (network) => networks.checkIdempotent(network),
      checkSums: (network) => networks.checkSums(network),
      checkPowersOfTwo: (network) => networks.checkPowersOfTwo(network),
      bracketsOf: (network) => networks.bracketsOf(network),
      readersOf: (network) => networks.readersOf(network),
      reverseNetwork: (network) => networks.reverseNetwork(network),
      networkExpression: (network) => networks.networkExpression(network),
    },
  },
  "the JSON of a network": {
    datum: NETWORK,
    uses: {
      readNetwork: (network) => networks.emitTypeScript(networks.readNetwork(json(network))),
    },
  },
  "a program": {
    datum: PROGRAM,
    uses: {
      emitProgramTypeScript: (program) => networks.emitProgramTypeScript(program),
      emitProgramWgsl: (program) => networks.emitProgramWgsl(program, 8),
      expandProgram: (program) => networks.emitTypeScript(networks.expandProgram(program, 8)),
      printProgram: (program) => networks.printProgram(program),
      reverseProgram: (program) => networks.printProgram(networks.reverseProgram(program)),
    },
  },
  "a term of a program": {
    datum: PROGRAM.phases[0].source,
    uses: {
      evaluateTerm: (term) => networks.evaluateTerm(term, { i: 1, j: 2, N: 8 }),
      printTerm: (term) => networks.printTerm(term),
    },
  },
  "names of a program": {
    datum: { offset: 1 },
    uses: {
      emitProgramTypeScript: (values) => networks.emitProgramTypeScript(use(PROGRAM as never), { values }),
      emitProgramWgsl: (values) => networks.emitProgramWgsl(use(PROGRAM as never), 8, { values }),
    },
  },
  "a hierarchical program": {
    datum: HIERARCHICAL,
    uses: {
      emitHierarchicalTypeScript: (program) => networks.emitHierarchicalTypeScript(program),
      emitHierarchicalJavaScript: (program) => networks.emitHierarchicalJavaScript(program),
      emitHierarchicalWgsl: (program) =>
        networks
          .emitHierarchicalWgsl(program, { blockLength: 4, blockCount: 2 } as never)
          .map(({ code }) => code),
      expandHierarchical: (program) => networks.expandHierarchical(program, 8, 2),
    },
  },
  "the certificate of a program": {
    datum: PROGRAM_CERTIFICATE,
    uses: {
      certificateObligations: (certificate) => networks.certificateObligations(certificate),
      decodeProgramCertificate: (certificate) =>
        networks.certificateObligations(networks.decodeProgramCertificate(json(certificate))),
    },
  },
  "a verdict, copied": {
    datum: VERDICT,
    uses: { withLaws: (verdict) => laws.withLaws(samebits.add, [verdict]) },
  },
  "the certificate of a law": {
    datum: CERTIFICATE,
    uses: {
      checkCertificate: (certificate) => laws.checkCertificate(json(certificate), samebits.max).kind,
    },
  },
  "a carrier": {
    datum: {
      kind: "binary",
      operation: "less",
      type: "bool",
      first: { kind: "left", type: "f64", column: 0 },
      second: { kind: "constant", type: "f64", value: 0.5 },
    },
    uses: {
      checkLaw: (carrier) =>
        laws.checkCertificate(JSON.stringify(CERTIFICATE), samebits.max, { carrier }).kind,
    },
  },
  "a figure": { datum: CHART, uses: { renderSvg: (chart) => plots.renderSvg(chart) } },
  "a graph of costs": { datum: DAG, uses: { drawDagSvg: (dag) => language.drawDagSvg(dag) } },
  "a title": {
    datum: { title: "a title" },
    uses: {
      emitTypeScript: (options) => networks.emitTypeScript(networks.sklansky(4), { ...Object(options) }),
      emitWgsl: (options) => networks.emitWgsl(networks.sklansky(4), { ...Object(options) }).code,
      drawNetworkSvg: (options) => networks.drawNetworkSvg(networks.sklansky(4), { ...Object(options) }),
    },
  },
  "a snapshot": {
    datum: JSON.parse(encodeSummaryOf(CONTRACT)),
    uses: {
      resumeReduce: (snapshot) => streams.resumeReduce(json(snapshot)).push?.(1 as never),
      encodedContract: (snapshot) => summaries.encodedContract(json(snapshot)),
    },
  },
};

/** Every text in what came back, however deep. */
function textsIn(value: unknown, depth = 4): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === 0 || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap((part) => textsIn(part, depth - 1));
}

/** What would be code, markup or a command in a text: not the same words in a comment, in a text node or as a printed name. */
function codeIn(text: string): string | undefined {
  if (text.startsWith("<svg")) return /<script|<[^>]*"[^"<>]*" onload="[^>]*>/.exec(text)?.[0];
  const bare = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  return /globalThis|pwned/.exec(bare)?.[0];
}

describe("damaged data give a typed error or a right answer, and never code", () => {
  afterEach(() => {
    expect(globalThis.pwned).toBeUndefined();
    expect(({} as Record<string, unknown>).kind).toBeUndefined();
  });

  const cases = Object.entries(SUBJECTS).flatMap(([name, { datum, uses }]) =>
    Object.entries(uses).map(([called, each]) => [name, called, datum, each] as const),
  );

  test.each(cases)("%s, by %s", (_, __, datum, each) => {
    expect(() => each(datum as never)).not.toThrow(TypeError);
    fc.assert(
      fc.property(damaged(datum), (broken) => {
        let result: unknown;
        try {
          result = each(broken as never);
        } catch (error) {
          if (!(error instanceof SamebitsError)) throw error;
          return;
        }
        expect(globalThis.pwned).toBeUndefined();
        for (const text of textsIn(result)) expect(codeIn(text)).toBeUndefined();
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

test("a constant that is a text, a wire that is one, a copy that claims to be associative", () => {
  const constant = { kind: "constant", type: "f64", value: "(globalThis.pwned=1,0)" };
  const term = {
    kind: "binary",
    operation: "add",
    type: "f64",
    first: { kind: "left", type: "f64", column: 0 },
    second: constant,
  };
  expect(() => operators.defineOperator("f64", [term] as never)).toThrow(
    '"terms[0].second.value" must be a value that f64 has exactly, got "(globalThis.pwned=1,0)"',
  );
  const steps = [[["0];globalThis.pwned=1;a[0", 1]]];
  expect(() => networks.emitTypeScript({ width: 4, steps } as never)).toThrow(
    '"steps[0][0]" must be two wires',
  );
  const difference = operators.op`(left: f64, right) => left - right`;
  const claimed = { ...difference, isAssociative: () => true };
  expect(() => samebits.inclusiveScan(floats, { operator: claimed as never })).toThrow(
    "a copy, or an object like one",
  );
  expect(globalThis.pwned).toBeUndefined();
});

test("fields of records may have the names that JavaScript has for itself", () => {
  const type = JSON.parse('{"__proto__":"f64","constructor":"u32","toString":"bool"}');
  const operator = operators.op`(left: { __proto__: f64, constructor: u32, toString: bool }, right) => right`;
  const terms = [
    { kind: "right", type: "f64", column: 0 },
    { kind: "right", type: "u32", column: 1 },
    { kind: "right", type: "bool", column: 2 },
  ];
  const defined = operators.defineOperator(type, terms as never) as operators.AnyOperator;
  expect(defined.hash).toBe(operator.hash);
  expect(operators.decodeOperator(operators.encodeOperator(defined)).hash).toBe(operator.hash);
  const columns = JSON.parse('{"__proto__":0}');
  Object.defineProperty(columns, "__proto__", { value: Float64Array.of(1, 2), enumerable: true });
  Object.assign(columns, { constructor: Uint32Array.of(3, 4), toString: Uint8Array.of(0, 1) });
  const last = samebits.reduce(columns, { operator: defined } as never) as unknown as object;
  expect(Object.getPrototypeOf(last)).toBe(Object.prototype);
  expect(Object.entries(last)).toEqual([
    ["__proto__", 2],
    ["constructor", 4],
    ["toString", true],
  ]);
});

test("what was checked does not change", () => {
  const description = { value: "f64" };
  const terms = [{ kind: "right", type: "f64", column: 0 }];
  const operator = operators.defineOperator(description as never, terms as never) as operators.RecordOperator;
  Object.assign(description, { other: "f64" });
  Object.assign(terms[0], { kind: "constant", value: "globalThis.pwned=1" });
  expect(operators.printOperator(operator)).toBe("(left: { value: f64 }, right) => right\n");
  for (const part of [operator, operator.type, operator.columns[0], operator.terms, operator.terms[0]]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
  for (const each of [samebits.add, samebits.DEFAULT_EXPRESSION, samebits.leftFold])
    expect(Object.isFrozen(each)).toBe(true);
  const network = { width: 2, steps: [[[0, 1]]] };
  const expression = networks.networkExpression(network as never, "mine");
  network.steps.push([[1, 0]]);
  expect(expression.network.steps).toHaveLength(1);
});

test("deep and endless data end in time", () => {
  let deep: object = { kind: "left", type: "f64", column: 0 };
  for (let i = 0; i < 100_000; i++) deep = { kind: "unary", operation: "negate", type: "f64", operand: deep };
  const ring: Record<string, unknown> = { kind: "unary", operation: "negate", type: "f64" };
  ring.operand = ring;
  const endless = (): object => ({
    kind: "binary",
    operation: "add",
    type: "f64",
    get first() {
      return endless();
    },
    get second() {
      return endless();
    },
  });
  for (const term of [deep, ring, endless()]) {
    expect(() => operators.defineOperator("f64", [term] as never)).toThrow("a term at most 256 deep");
    expect(() => operators.printTerm(term as never)).toThrow("a term at most 256 deep");
  }
  const holes = new Array(2 ** 32 - 1);
  expect(() => networks.defineNetwork(4, holes)).toThrow(
    '"steps[0]" must be an array of pairs, got undefined',
  );
});
