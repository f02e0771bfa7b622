import { encodeModule } from "../../../../codegen/wasm/module.ts";
import { emittableTerms } from "../../../../codegen/wasm/term.ts";
import { directionIn, reverseNetwork } from "../../../../networks/direction.ts";
import { copyNetwork, type Network } from "../../../../networks/network.ts";
import { networkRows } from "../../../../networks/network-rows.ts";
import { add } from "../../../../operators/built-in.ts";
import { someElementaryFunction } from "../../../../operators/elementary-terms.ts";
import { type AnyOperator, bodyOf, checkOwnOperator } from "../../../../operators/operator.ts";
import { swapSides } from "../../../../operators/term.ts";
import { checkBoolean } from "../../../../values/check-arguments.ts";
import { checkOptionNames } from "../../../../values/check-name.ts";
import { describe } from "../../../../values/describe.ts";
import type { ElementType } from "../../../../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../../../../values/errors.ts";
import type { KernelSubject } from "../../kernels/lanes.ts";
import { networkRowScan } from "./kernels/network-rows.kernel.ts";
import { wireProgram } from "./wire-program.ts";

/** Options of `networkModule`: what the pairs combine by, and on which type. */
export interface NetworkModuleOptions {
  readonly operator?: AnyOperator | undefined; // default: add
  readonly type?: ElementType | undefined; // of single elements; default: the operator's first
  readonly marks?: boolean | undefined; // `i32.const k` and `drop` after the code of step k of `explainOperator`, to read a listing by; default: false
}

/** Operations of one row beyond which an engine compiles too long for what a straight line saves. */
const MOST_OPERATIONS = 2 ** 16;

/**
 * A network as the bytes of a WebAssembly module: `scan(input…, output…, rowCount)` applies it to rows of its width, each by itself, as
 * `applyNetwork` does, NaNs canonical.
 *
 * Addresses in bytes, for records one for each column, of arrays in the imported memory `env.memory`, bools as bytes; input and output may be
 * the same. One combine for each pair, in straight-line SIMD code on two or four rows at a time where the operator has lanes. A network
 * need not be a scan; one whose pairs all lead to lower wires counts as the mirror image.
 *
 * @throws InvalidArgumentError for a type that the operator is not defined on, and a network with pairs in both directions
 * @throws UnsupportedError for more than 65,536 operations a row, and for operators that call elementary functions
 */
export function networkModule(given: Network, options: NetworkModuleOptions = {}): Uint8Array<ArrayBuffer> {
  checkOptionNames(options, ["operator", "type", "marks"]);
  const { operator = add, type, marks = false } = options;
  checkBoolean("marks", marks);
  const network = copyNetwork(given);
  checkOwnOperator("operator", operator);
  if (operator.kind === "operator" && type !== undefined && !operator.types.includes(type)) {
    throw new InvalidArgumentError("type", operator.types.join(", "), describe(type));
  }
  const isMirrored = directionIn(network) === "backward";
  const rows = networkRows(isMirrored ? reverseNetwork(network) : network);
  const program = wireProgram(rows, network.width, "every-output");
  const { columns, terms } = bodyOf(operator, type);
  const called = someElementaryFunction(terms);
  if (called !== undefined) {
    throw new UnsupportedError(
      "a network as one module",
      `its operator calls ${called}, which is no instruction`,
      "use the wasm executor, whose kernels import such functions",
    );
  }
  const emittable = emittableTerms(
    columns.map((column) => column.type),
    isMirrored ? swapSides(terms) : terms,
  );
  const subject: KernelSubject = {
    terms: marks ? { ...emittable, single: undefined, isMarked: true } : emittable,
    identity: undefined,
    hasOutsideInitial: false,
  };
  const operations = program.combines * Math.max(1, subject.terms.list.nodes.length) + network.width;
  if (operations > MOST_OPERATIONS) {
    throw new UnsupportedError(
      "a network as one module",
      `its row has ${operations} operations, of at most ${MOST_OPERATIONS} that are written out`,
      "use the wasm executor, which goes along a table, or a network of fewer wires",
    );
  }
  const memory = { minimumPages: 1, maximumPages: 65536, isShared: false };
  return encodeModule(memory, [networkRowScan(subject, program, isMirrored ? "mirrored" : "forward")]);
}
