import { printExpression } from "../expressions/print.ts";
import { labelOf } from "../operators/operator.ts";
import { toHex } from "../values/bits.ts";
import { isElement } from "../values/convert.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import {
  printStoredType,
  printType,
  type RecordType,
  type StoredRecordType,
  type StoredType,
  shapeValue,
} from "../values/value-types.ts";
import { checkContract } from "./check-contract.ts";
import type { Contract, InitialValue } from "./contract.ts";

/**
 * The canonical line of a contract: `add f64 block-dyadic:32 initial=none v1`.
 *
 * An operator that is not built in stands there as the hash of its terms, a record as its fields, its initial value column by
 * column: `term:a3f0c4d21b7e9f60 {value:f32,index:u32} left-fold initial=7f800000,00000000@outside v1`. Over segments the rule stands
 * before the version: `segments=restart`.
 * Equal lines mean equal bits for equal input. `parseContract` reads it back.
 *
 * @throws InvalidArgumentError when a plain function's initial value is not an element of the contract's type and so has no bits
 */
export function printContract(given: Contract): string {
  return printChecked(given?.kind === "function" ? given : checkContract(given));
}

/** The line of a contract that is checked. */
export function printChecked(contract: Contract): string {
  return [
    contract.kind === "function" ? "function" : labelOf(contract.operator),
    ...printTypes(contract),
    printExpression(contract.expression),
    ...(contract.direction === "backward" ? ["backward"] : []),
    printInitial(contract),
    ...("segments" in contract ? [`segments=${contract.segments}`] : []),
    `v${contract.version}`,
  ].join(" ");
}

function printTypes(contract: Contract): readonly string[] {
  switch (contract.kind) {
    case "typed": {
      const { type, accumulate } = contract;
      return accumulate === type ? [type] : [type, `sum=${accumulate}`];
    }
    case "record":
      return contract.types === undefined
        ? [printType(contract.type)]
        : [printStoredType(storedTypeOf(contract.type, contract.types)), `sum=${printType(contract.type)}`];
    case "function":
      return [contract.type];
    default:
      return contract satisfies never;
  }
}

function storedTypeOf(type: RecordType, types: readonly StoredType[]): StoredRecordType {
  return shapeValue(type, types, (each) => each) as StoredRecordType;
}

function printInitial(contract: Contract): string {
  switch (contract.kind) {
    case "typed":
      return placed(contract.initial, (value) => hexOf(contract.accumulate, value));
    case "record": {
      const { columns } = contract.operator;
      return placed(contract.initial, (value) =>
        columns.map(({ type }, i) => hexOf(type, value[i])).join(","),
      );
    }
    case "function":
      return placed(contract.initial, (value) => hexOf(contract.type, value));
    default:
      return contract satisfies never;
  }
}

function placed<Value>(initial: InitialValue<Value> | undefined, bitsOf: (value: Value) => string): string {
  return initial === undefined ? "initial=none" : `initial=${bitsOf(initial.value)}@${initial.placement}`;
}

function hexOf(type: ScalarType | "any", value: unknown): string {
  if (type !== "any" && isElement(type, value)) return toHex(type, value);
  const expected = "an element, to be printed as bits";
  throw new InvalidArgumentError("contract.initial", expected, `any value (type ${type})`);
}
