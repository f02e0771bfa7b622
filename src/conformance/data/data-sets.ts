import { checkName } from "../../values/check-name.ts";
import { ELEMENT_TYPE_FACTS, ELEMENT_TYPES, type ElementType } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";

/** The hostile data sets: floats that separate the trees, special values among them, and raw bits for integers. */
export type DataSet = "wide" | "narrow" | "special" | "bits";

export const DATA_SETS: readonly DataSet[] = frozen(["wide", "narrow", "special", "bits"]);

const FLOAT_DATA_SETS: readonly DataSet[] = ["wide", "narrow", "special"];
const INTEGER_DATA_SETS: readonly DataSet[] = ["bits"];

/** The data sets that exist for a type: wide, narrow and special for floats, bits for integers. */
export function dataSetsOf(type: ElementType): readonly DataSet[] {
  return ELEMENT_TYPE_FACTS[checkName("type", ELEMENT_TYPES, type)].isFloat
    ? FLOAT_DATA_SETS
    : INTEGER_DATA_SETS;
}
