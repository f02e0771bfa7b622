// The entry point `samebits/matrices`: products of matrices, on WebAssembly kernels.

import type { AlgorithmRow } from "./algorithms/algorithm-row.ts";
import { nowServed } from "./algorithms/now.ts";
import { openMemory } from "./executors/wasm/memory/wasm-memory.ts";
import { columnParts } from "./executors/wasm/primitives/parts.ts";
import { wasmParts } from "./executors/wasm/primitives/wasm-parts.ts";
import { somePrimitives, wasmMaps, wasmProducts } from "./executors/wasm/primitives/wasm-primitives.ts";
import { wasmSegments } from "./executors/wasm/primitives/wasm-segments.ts";
import { type Multiply, multiply as multiplyRow } from "./matrices/multiply.ts";
import { type MultiplyVector, multiplyVector as multiplyVectorRow } from "./matrices/multiply-vector.ts";
import { type Outer, outer as outerRow } from "./matrices/outer.ts";
import { lazily } from "./values/frozen.ts";

// A bundle has the functions that it imports.
const columns = /* @__PURE__ */ columnParts(/* @__PURE__ */ openMemory());
const served = /* @__PURE__ */ lazily(() => wasmParts(columns).parts);

function product<Bound>(row: AlgorithmRow): Bound {
  return nowServed(row, served, (parts) => somePrimitives(parts, [wasmMaps, wasmSegments, wasmProducts]));
}

/** `multiply(A, B, { expression?, accumulate?, semiring?, transposeA?, transposeB?, output? })`: the product of two matrices. */
export const multiply: Multiply<"now"> = /* @__PURE__ */ product(multiplyRow);

/** `multiplyVector(A, x, { expression?, accumulate?, semiring?, transposeA?, output? })`: the product of a matrix and a column. */
export const multiplyVector: MultiplyVector<"now"> = /* @__PURE__ */ product(multiplyVectorRow);

/** `outer(x, y, { accumulate?, semiring?, output? })`: the matrix of all products. */
export const outer: Outer<"now"> = /* @__PURE__ */ product(outerRow);

export { algorithmsJavascriptExecutor as javascriptExecutor } from "./executors/javascript/primitives/javascript-primitives.ts";
export {
  type AlgorithmsWasmExecutor,
  algorithmsWasmExecutor as wasmExecutor,
} from "./executors/wasm/primitives/algorithms-wasm-executor.ts";
export { matricesOn } from "./matrices/matrices-on.ts";
export type { Matrix } from "./matrices/matrix.ts";
export type { MatrixFunctions } from "./matrices/matrix-rows.ts";
export type { ProductOptions, Semiring } from "./matrices/product-contract.ts";
