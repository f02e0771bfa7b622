import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type ColumnContract, columnContract, namedContract } from "../../contracts/column-contract.ts";
import type { ElementContract } from "../../contracts/contract.ts";
import { type ElementPlan, type Executor, elementPlan } from "../../executors/executor.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { iteratedPairwise } from "../../expressions/expression.ts";
import { evaluateTerm } from "../../operators/evaluate.ts";
import { OPERATORS } from "../../operators/operator.ts";
import { swapSides } from "../../operators/term.ts";
import { type ElementArray, newElementArray, type Scalar, viewElements } from "../../values/element-types.ts";
import type { Columns } from "../../values/value-types.ts";
import { parseVectors } from "../vectors/parse-vectors.ts";
import type { Part } from "./checks.ts";
import { type ConformanceOptions, conformance } from "./conformance.ts";

// Each of these executors is wrong in one way; the suite must say so. What passes here proves nothing about executors elsewhere.

type PlanOf = (contract: ElementContract) => ElementPlan;
const right: PlanOf = (contract) => elementPlan(javascriptExecutor.plan(columnContract(contract)));

/** An executor that is wrong on single elements. */
function mutant(planOf: PlanOf): Executor {
  return {
    name: "javascript",
    refusal: javascriptExecutor.refusal,
    plan(contract) {
      const { reduce, inclusiveScan, exclusiveScan } = planOf(typed(contract));
      const scan =
        (scanned: ElementPlan["inclusiveScan"]) =>
        ([input]: Columns, output?: Columns): Columns => [
          scanned(input as ElementArray, output?.[0] as ElementArray | undefined),
        ];
      return {
        reduce: ([input]) => [reduce(input as ElementArray)],
        inclusiveScan: scan(inclusiveScan),
        exclusiveScan: scan(exclusiveScan),
      };
    },
  };
}

function typed(contract: ColumnContract): ElementContract {
  const named = namedContract(contract);
  if (named.kind === "typed") return named as ElementContract;
  throw new TypeError("the parts that are asked for have no records");
}

/** A right plan whose scans pass through `change` before they come back. */
function withOutput(
  change: (output: ElementArray, contract: ElementContract, input: ElementArray) => void,
): Executor {
  return mutant((contract) => {
    const plan = right(contract);
    const changed = (scan: ElementPlan["inclusiveScan"]): ElementPlan["inclusiveScan"] => {
      return (input, output) => {
        const before = input.slice();
        const result = scan(input, output);
        change(result, contract, before);
        return result;
      };
    };
    return {
      reduce: plan.reduce,
      inclusiveScan: changed(plan.inclusiveScan),
      exclusiveScan: changed(plan.exclusiveScan),
    };
  });
}

/** The quick tier's parts that ought to notice, up to the third failure. */
function parts(...names: readonly Part[]): ConformanceOptions {
  return { parts: names, stopAfter: 3 };
}

interface Mutant {
  readonly name: string;
  readonly executor: Executor;
  readonly options: ConformanceOptions;
  readonly message: RegExp; // of the first failure
}

const HEX = "[0-9a-f]{8,16}";
const AT_A_POSITION = new RegExp(`expected ${HEX} at position \\d+, got ${HEX}$`);

const MUTANTS: readonly Mutant[] = [
  {
    name: "one prefix has another expression's bracket",
    executor: withOutput((output, contract, input) => {
      const { expression, initial, direction } = contract;
      if (expression.kind !== "blockDyadic" || expression.blockLength !== 32) return;
      if (initial !== undefined || direction === "backward" || output.length <= 96) return;
      // The first prefix that tells block-dyadic:32 from iterated-pairwise.
      const other = right({ ...contract, expression: iteratedPairwise });
      output[96] = other.reduce(input.slice(0, 97)) as never;
    }),
    options: parts("tree-fingerprints"),
    message: /block-dyadic:32 .* at position 96, got/,
  },
  {
    name: "observation folds the stack from its oldest range",
    executor: mutant((contract) =>
      contract.expression.kind === "iteratedPairwise" ? leftNested(contract) : right(contract),
    ),
    options: parts("tree-fingerprints"),
    message: AT_A_POSITION,
  },
  {
    name: "exclusive is inclusive",
    executor: mutant((contract) => {
      const plan = right(contract);
      return { ...plan, exclusiveScan: plan.inclusiveScan };
    }),
    options: parts("tree-fingerprints"),
    message: AT_A_POSITION,
  },
  {
    name: "exclusive is off by one",
    executor: mutant((contract) => {
      const plan = right(contract);
      return {
        ...plan,
        exclusiveScan(input, output) {
          const result = plan.exclusiveScan(input, output);
          if (contract.direction === "forward") result.copyWithin(1, 0, result.length - 1);
          else result.copyWithin(0, 1);
          return result;
        },
      };
    }),
    options: parts("tree-fingerprints"),
    message: AT_A_POSITION,
  },
  {
    name: "backward does not swap the operator's sides",
    executor: mutant((contract) => {
      if (contract.direction === "forward") return right(contract);
      const { operator } = contract;
      return right({
        ...contract,
        operator: OPERATORS.mark({
          ...operator,
          name: "swapped",
          term: (type) => swapSides([operator.term(type)])[0],
        }),
      });
    }),
    options: parts("tree-fingerprints"),
    message: /tree-hash u64 .* backward .* expected/,
  },
  {
    name: "backward trees are anchored at the start",
    executor: mutant((contract) => {
      if (contract.direction === "forward" || contract.initial !== undefined) return right(contract);
      const forward = right({ ...contract, direction: "forward" });
      const scan: ElementPlan["inclusiveScan"] = (input, output) => {
        const result = output ?? newElementArray(contract.accumulate, input.length);
        const suffixes = Array.from(input as ArrayLike<Scalar>, (_, i) => forward.reduce(input.slice(i)));
        result.set(suffixes as never);
        return result;
      };
      return { ...right(contract), inclusiveScan: scan, reduce: (input) => forward.reduce(input) };
    }),
    options: parts("tree-fingerprints"),
    message: /tree-hash u64 .* backward .* expected/,
  },
  {
    name: "an initial value is placed first where outside was asked",
    executor: mutant((contract) => {
      const { initial } = contract;
      return right(
        initial === undefined ? contract : { ...contract, initial: { ...initial, placement: "first" } },
      );
    }),
    options: parts("tree-fingerprints"),
    message: new RegExp(`expected ${HEX}( at position \\d+)?, got ${HEX}$`),
  },
  {
    name: "NaNs keep a payload",
    executor: withOutput((output) => {
      if (!(output instanceof Float64Array)) return;
      const bits = new BigUint64Array(output.buffer, output.byteOffset, output.length);
      for (let i = 0; i < output.length; i++) if (Number.isNaN(output[i])) bits[i] = 0x7ff80000deadbeefn;
    }),
    options: parts("special-values"),
    message: /expected 7ff8000000000000 at position \d+, got 7ff80000deadbeef$/,
  },
  {
    name: "NaNs are negative, in golden vectors",
    executor: withOutput((output) => {
      if (!(output instanceof Float32Array)) return;
      const bits = new Uint32Array(output.buffer, output.byteOffset, output.length);
      for (let i = 0; i < output.length; i++) if (Number.isNaN(output[i])) bits[i] = 0xffc00000;
    }),
    options: { ...parts("golden-vectors"), vectors: goldenVectors(/"data":"special"/) },
    message: /golden-vectors: .* f32 .* expected 7fc00000 at position \d+, got ffc00000$/,
  },
  {
    name: "a padding identity turns −0 into +0",
    executor: withOutput((output, { operator }) => {
      if (operator.name !== "add" || !(output instanceof Float64Array)) return;
      for (let i = 0; i < output.length; i++) output[i] += 0;
    }),
    options: parts("special-values"),
    message: /all −0.* expected 8000000000000000 at position \d+, got 0000000000000000$/,
  },
  {
    name: "subnormals are flushed",
    executor: withOutput((output) => {
      if (!(output instanceof Float32Array)) return;
      for (let i = 0; i < output.length; i++) if (Math.abs(output[i]) < 2 ** -126) output[i] *= 0;
    }),
    options: parts("special-values"),
    message: AT_A_POSITION,
  },
  {
    name: "sums of f32 in f64 are rounded to f32",
    executor: withOutput((output, { type, accumulate }) => {
      if (type !== "f32" || accumulate !== "f64") return;
      for (let i = 0; i < output.length; i++) output[i] = Math.fround(output[i] as number);
    }),
    options: parts("operators-and-types"),
    message: /add f32 sum=f64 .* at position/,
  },
  {
    name: "a view's offset is ignored",
    executor: mutant((contract) => {
      const plan = right(contract);
      const unshifted = (input: ElementArray): ElementArray =>
        viewElements(contract.type, input.buffer, 0, input.length);
      return { ...plan, inclusiveScan: (input, output) => plan.inclusiveScan(unshifted(input), output) };
    }),
    options: parts("placement"),
    message: /view at offset 1: expected/,
  },
  {
    name: "the input is changed",
    executor: mutant((contract) => {
      const plan = right(contract);
      return {
        ...plan,
        inclusiveScan(input, output) {
          const result = plan.inclusiveScan(input, output);
          if (input.length > 2) input[0] = input[1];
          return result;
        },
      };
    }),
    options: parts("placement"),
    message: /view at offset 1: expected/,
  },
  {
    name: "the last vector is stored past the end",
    executor: withOutput((output) => {
      const end = output.byteOffset + output.byteLength;
      if (output.buffer.byteLength > end) new Uint8Array(output.buffer, end).fill(0);
    }),
    options: parts("placement"),
    message: /expected nothing written outside the view, got byte \d+ of it changed/,
  },
  {
    name: "every result lies in the same memory",
    executor: mutant((contract) => {
      const plan = right(contract);
      const memory = new ArrayBuffer(1 << 16);
      return {
        ...plan,
        inclusiveScan(input, output) {
          const place = output ?? viewElements(contract.accumulate, memory, 0, input.length);
          return plan.inclusiveScan(input, place);
        },
      };
    }),
    options: parts("placement"),
    message: /result kept: expected/,
  },
  {
    name: "the caller's output is not used",
    executor: mutant((contract) => {
      const plan = right(contract);
      return { ...plan, inclusiveScan: (input) => plan.inclusiveScan(input) };
    }),
    options: parts("placement"),
    message: /caller's output: expected the caller's own output array back, got another array/,
  },
  {
    name: "long inputs are folded from the left",
    executor: mutant((contract) => {
      const plan = right(contract);
      const loop = right({ ...contract, expression: { kind: "leftFold" } });
      return {
        ...plan,
        inclusiveScan: (input, output) => (input.length > 5000 ? loop : plan).inclusiveScan(input, output),
      };
    }),
    options: parts("consistency"),
    message: new RegExp(`n = 5003, .*expected ${HEX} at position \\d+, got ${HEX}$`),
  },
  {
    name: "long fingerprints are wrong, scan and reduce alike",
    executor: mutant((contract) => {
      const plan = right(contract);
      const other = right({ ...contract, expression: iteratedPairwise });
      return {
        ...plan,
        reduce: (input) => (input.length > 5000 ? other : plan).reduce(input),
        inclusiveScan: (input, output) => (input.length > 5000 ? other : plan).inclusiveScan(input, output),
      };
    }),
    options: {
      ...parts("golden-vectors"),
      tier: "full",
      vectors: goldenVectors(/"n":65537,.*"treeHash".*"block-dyadic:32","scan"/),
    },
    message: /n = 65537, .* expected [0-9a-f]{16} at position \d+, got/,
  },
  {
    name: "a reduce differs from its scan",
    executor: mutant((contract) => {
      const other = right({ ...contract, expression: { kind: "leftFold" } });
      return { ...right(contract), reduce: other.reduce };
    }),
    options: parts("summaries"),
    message: new RegExp(`expected ${HEX}, got ${HEX}$`),
  },
  {
    name: "a reduce of nothing is a number",
    executor: mutant((contract) => {
      const plan = right(contract);
      return { ...plan, reduce: (input) => (input.length === 0 ? 0n : plan.reduce(input)) };
    }),
    options: parts("tree-fingerprints"),
    message: /n = 0: expected EmptyInputError, got 0$/,
  },
  {
    name: "a bigint comes back as a number",
    executor: mutant((contract) => {
      const plan = right(contract);
      return { ...plan, reduce: (input) => Number(plan.reduce(input)) };
    }),
    options: parts("tree-fingerprints"),
    message: /expected [0-9a-f]{16}, got number \d+/,
  },
  {
    name: "quadratic scans are not refused",
    executor: { ...javascriptExecutor, refusal: () => undefined },
    options: parts("refusals"),
    message: /bisection .* quadratic scans not allowed: expected a refusal, got no refusal$/,
  },
  {
    name: "what must be served is refused",
    executor: {
      ...javascriptExecutor,
      refusal: ({ contract }) =>
        contract.expression.kind === "leftFold"
          ? { reason: "no loops today", remedy: "use the wasm executor" }
          : undefined,
    },
    options: parts("tree-fingerprints"),
    message: /left-fold .* expected no refusal, got the refusal "no loops today; use the wasm executor"$/,
  },
  {
    name: "a refusal names nobody who can",
    executor: {
      ...javascriptExecutor,
      name: "abacus",
      refusal: ({ contract }) =>
        contract.expression.kind === "bisection" ? { reason: "too hard", remedy: "use workers" } : undefined,
    },
    options: parts("refusals"),
    message: /expected a refusal that names an executor that can, got the refusal "too hard; use workers"$/,
  },
  {
    name: "a plan throws",
    executor: mutant(() => {
      throw new RangeError("out of beads");
    }),
    options: parts("tree-fingerprints"),
    message: /expected a result, got RangeError: out of beads$/,
  },
  {
    name: "everything is refused, politely",
    executor: {
      ...javascriptExecutor,
      name: "abacus",
      refusal: () => ({ reason: "nothing is possible here", remedy: "use the javascript executor" }),
    },
    options: parts("refusals", "tree-fingerprints"),
    message: /^suite: the whole run: expected at least one case run, got none$/,
  },
  {
    name: "a combine more than there must be",
    executor: javascriptExecutor,
    options: {
      ...parts("combine-count"),
      countCombines: (_, length) => (length / 2) * Math.log2(length) + 1,
    },
    message: /n = 2, combines counted: expected 1 combines, got 2$/,
  },
];

describe("a wrong executor fails", () => {
  test.each(MUTANTS)("$name", async ({ executor, options, message }) => {
    const report = await conformance(executor, options);
    expect(report.passed).toBe(false);
    expect(report.failedCount).toBeGreaterThan(0);
    expect(report.failed[0].message).toMatch(message);
  });
});

test("the same wrappers around nothing wrong pass", async () => {
  const executor = withOutput(() => undefined);
  const report = await conformance(executor, parts("special-values", "placement"));
  expect(report.failed).toStrictEqual([]);
  expect(report.passed).toBe(true);
});

/** Each prefix's stack of complete ranges folded as `((s_m·…)·s_2)·s_1`: cheaper, often published, and another value. */
function leftNested(contract: ElementContract): ElementPlan {
  const plan = right(contract);
  const { operator, accumulate, direction, initial } = contract;
  if (direction === "backward" || initial !== undefined) return plan;
  const term = operator.term(accumulate);
  return {
    ...plan,
    inclusiveScan(input, output) {
      const result = output ?? newElementArray(accumulate, input.length);
      const stack: { size: number; value: Scalar }[] = [];
      for (let i = 0; i < input.length; i++) {
        let top = { size: 1, value: input[i] as Scalar };
        while (stack.length > 0 && stack[stack.length - 1].size === top.size) {
          const { value } = stack.pop() as { value: Scalar };
          top = { size: 2 * top.size, value: evaluateTerm(term, value, top.value) };
        }
        stack.push(top);
        const values = stack.map(({ value }) => value);
        result[i] = values.reduce((left, value) => evaluateTerm(term, left, value)) as never;
      }
      return result;
    },
  };
}

function goldenVectors(lines: RegExp): ConformanceOptions["vectors"] {
  const text = readFileSync(new URL("../../../vectors/expressions.jsonl", import.meta.url), "utf8");
  return parseVectors(
    text
      .split("\n")
      .filter((line) => lines.test(line))
      .join("\n"),
  );
}
