import { printExpression } from "../expressions/print.ts";
import { toHex } from "../values/bits.ts";
import { isElement } from "../values/convert.ts";
import type { ElementType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { Contract, InitialValue } from "./contract.ts";

/**
 * The canonical line of a contract: `add f64 block-dyadic:32 initial=none v1`.
 *
 * Equal lines mean equal bits for equal input. `parseContract` reads it back; the grammar is contracts.md §1.
 *
 * @throws InvalidArgumentError when a plain function's initial value has no bits, being no element of the contract's type
 */
export function printContract(contract: Contract): string {
  const { operator, type, direction, initial, version } = contract;
  const accumulate = contract.kind === "typed" ? contract.accumulate : type;
  return [
    typeof operator === "function" ? "function" : operator.name,
    type,
    ...(accumulate === type ? [] : [`sum=${accumulate}`]),
    printExpression(contract.expression),
    ...(direction === "backward" ? ["backward"] : []),
    printInitial(initial, accumulate),
    `v${version}`,
  ].join(" ");
}

function printInitial(initial: InitialValue<unknown> | undefined, type: ElementType | "any"): string {
  if (initial === undefined) return "initial=none";
  if (type === "any" || !isElement(type, initial.value)) {
    throw new InvalidArgumentError(
      "contract.initial",
      "an element, to be printed as bits",
      `any value (type ${type})`,
    );
  }
  return `initial=${toHex(type, initial.value)}@${initial.placement}`;
}
