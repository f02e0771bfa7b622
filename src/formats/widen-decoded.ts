import { checkInteger, checkObject } from "../values/check-arguments.ts";
import { checkStored } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  isNarrowType,
  type NarrowArray,
  STORAGE_TYPES,
  type StorageType,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { widenColumn } from "../values/widen-column.ts";
import type { Decoded } from "./decoded.ts";

/**
 * What was read, with narrow elements as the type that they are accumulated in by default: f16 and bf16 as f32, i8 and i16 as i32, u8 and u16 as u32.
 *
 * Exact; NaNs become canonical. Other types are given back as they are.
 *
 * @throws InvalidArgumentError for what no reader of elements gives
 */
export function widenDecoded(decoded: Decoded<StorageType>): Decoded {
  checkObject("decoded", decoded);
  const type = checkName("decoded.type", STORAGE_TYPES, decoded.type);
  const array = checkStored("decoded.array", type, decoded.array);
  const nullCount = checkInteger("decoded.nullCount", decoded.nullCount);
  const mask = decoded.valid === undefined ? {} : { valid: checkMask(decoded.valid, array.length) };
  if (!isNarrowType(type)) return { array: array as ElementArray, type, nullCount, ...mask };
  const [wide] = ACCUMULATION_TYPES[type];
  return { array: widenColumn(type, array as NarrowArray, wide), type: wide, nullCount, ...mask };
}

function checkMask(valid: unknown, length: number): Uint8Array {
  if (valid instanceof Uint8Array && valid.length === length) return valid;
  throw new InvalidArgumentError("decoded.valid", `a Uint8Array of length ${length}`, describe(valid));
}
