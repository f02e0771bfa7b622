import { ELEMENT_TYPE_FACTS, type ElementType, type Scalar } from "../../values/element-types.ts";
import type { Heap } from "./heap.ts";

/** The element at an address. */
export function readElement(heap: Heap, type: ElementType, address: number): Scalar {
  return heap.view(type)[address / ELEMENT_TYPE_FACTS[type].bytes];
}

/** Writes one element at an address. */
export function writeElement(heap: Heap, type: ElementType, address: number, value: Scalar): void {
  (heap.view(type) as { [index: number]: Scalar })[address / ELEMENT_TYPE_FACTS[type].bytes] = value;
}
