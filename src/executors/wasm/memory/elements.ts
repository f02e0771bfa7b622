import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../../../values/element-types.ts";
import { STATE_BYTES } from "../kernels/state.ts";
import type { Heap } from "./heap.ts";

/** The element at an address. */
export function readElement(heap: Heap, type: ScalarType, address: number): Scalar {
  return heap.view(type)[address / SCALAR_TYPE_FACTS[type].bytes];
}

/** Writes one element at an address. */
export function writeElement(heap: Heap, type: ScalarType, address: number, value: Scalar): void {
  (heap.view(type) as { [index: number]: Scalar })[address / SCALAR_TYPE_FACTS[type].bytes] = value;
}

/** The value in a slot of the state, by column. */
export function readSlots(heap: Heap, columns: readonly ScalarType[], address: number): readonly Scalar[] {
  return columns.map((type, column) => readElement(heap, slotType(type), address + column * STATE_BYTES));
}

/** Writes a value into a slot of the state. */
export function writeSlots(
  heap: Heap,
  columns: readonly ScalarType[],
  address: number,
  value: readonly Scalar[],
): void {
  columns.forEach((type, column) => {
    writeElement(heap, slotType(type), address + column * STATE_BYTES, value[column]);
  });
}

/** In slots a bool is an i32. */
export function slotType(type: ScalarType): ScalarType {
  return type === "bool" ? "i32" : type;
}

/** Bytes of a value in a slot of its own: those of its element, but for a bool, which is one byte in an array and four here. */
export function slotValueBytes(type: ScalarType): number {
  return SCALAR_TYPE_FACTS[slotType(type)].bytes;
}

/** What a kernel gave, as an element: WebAssembly gives integers signed, and any NaN. */
export function asElement(type: ScalarType, value: Scalar): Scalar {
  if (type === "u64") return BigInt.asUintN(64, value as bigint);
  if (type === "u32") return (value as number) >>> 0;
  return canonicalScalar(value);
}

/** The NaN that is observed in place of any other. */
export function canonicalScalar(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}
