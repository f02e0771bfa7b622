import { encodeModule } from "../../../../codegen/wasm/module.ts";
import { type ColumnContract, columnContract } from "../../../../contracts/column-contract.ts";
import type { TypedContract } from "../../../../contracts/contract.ts";
import { checkInteger } from "../../../../values/check-arguments.ts";
import { checkName } from "../../../../values/check-name.ts";
import { SCALAR_TYPE_FACTS } from "../../../../values/element-types.ts";
import { UnsupportedError } from "../../../../values/errors.ts";
import { NO_BLOCKS, STATE } from "../../kernels/state.ts";
import { kernelImports } from "../../memory/elementary-table.ts";
import { subjectOf } from "../../setting.ts";
import { elementReduce, elementScan } from "./kernels/dyadic-element.kernel.ts";

/*
 * Combines are counted where they are made: the element kernel is emitted with a counter at each, in a module of its own.
 */

const COUNTER_ADDRESS = 512;
const STATE_ADDRESS = 1024;
const DATA_ADDRESS = 4096;
const PAGE_BYTES = 65536;

/** Elements of a count: a gigabyte of zeros. */
const MOST_COUNTED = 2 ** 27;

/**
 * How many times generated code evaluates the operator for `length` elements of a dyadic contract: it runs the element kernel, emitted
 * with a counter at every combine, on zeros. @throws UnsupportedError for an expression without a dyadic kernel
 */
export function countCombines(
  given: TypedContract | ColumnContract,
  length: number,
  purpose: "scan" | "reduce" = "scan",
): number {
  const contract = columnContract(given);
  checkInteger("length", length, 0, MOST_COUNTED);
  checkName("purpose", ["scan", "reduce"], purpose);
  const { expression, sums } = contract;
  if (!("blockLength" in expression) && expression.kind !== "iteratedPairwise") {
    throw new UnsupportedError(
      "counting combines",
      `${expression.kind} has no dyadic kernel`,
      "use iteratedPairwise",
    );
  }
  const subject = { ...subjectOf(contract), combineCounter: COUNTER_ADDRESS };
  const join = expression.kind === "linearCarry" ? "linear" : "dyadic";
  const kernel = purpose === "scan" ? elementScan(subject, join) : elementReduce(subject, join);
  const bytes = length * SCALAR_TYPE_FACTS[sums[0]].bytes;
  const pages = Math.ceil((DATA_ADDRESS + bytes) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const module = encodeModule({ minimumPages: pages, maximumPages: pages, isShared: false }, [kernel]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), kernelImports(memory));
  const blockLength = "blockLength" in expression ? expression.blockLength : NO_BLOCKS;
  new BigUint64Array(memory.buffer)[(STATE_ADDRESS + STATE.blockLength) / 8] = BigInt(blockLength);
  const run = exports[kernel.name] as (...operands: number[]) => void;
  // A scan in place: what the elements are does not matter.
  if (purpose === "scan") run(STATE_ADDRESS, DATA_ADDRESS, DATA_ADDRESS, length);
  else run(STATE_ADDRESS, DATA_ADDRESS, length);
  return new Uint32Array(memory.buffer)[COUNTER_ADDRESS / 4];
}
