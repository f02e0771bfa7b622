// Several operators side by side: one pass over the data in place of one for each.

import { checkObject } from "../../values/check-arguments.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { RecordOperator } from "../operator.ts";
import type { Term } from "../term.ts";
import {
  allOf,
  carrierAt,
  combineAt,
  defineRecord,
  type Part,
  type PartArgument,
  type PartTypeOf,
  partOfArgument,
} from "./part.ts";

/** A record with a field for each part, of the part's type. */
type ProductType<Parts extends Readonly<Record<string, PartArgument>>> = {
  readonly [Field in keyof Parts]: PartTypeOf<Parts[Field]>;
};

/**
 * Several operators at once, field by field: `{ sum: [add, "f64"], highest: [max, "f64"] }` over records `{ sum, highest }`.
 *
 * A part is an operator, with the element type where it is on several; record operators nest. Associative, commutative, with an
 * identity where every part is.
 *
 * @throws InvalidArgumentError for no part, and for a part without a type that is on several
 */
export function product<const Parts extends Readonly<Record<string, PartArgument>>>(
  parts: Parts,
): RecordOperator<ProductType<Parts>> {
  const fields = Object.entries(checkObject("parts", parts)).map(
    ([field, given]) => [field, partOfArgument(field, given)] as const,
  );
  if (fields.length === 0) throw new InvalidArgumentError("parts", "at least one operator", "none");
  const terms: Term[] = [];
  const carriers: (Term | undefined)[] = [];
  for (const [, part] of fields) {
    carriers.push(carrierAt(part, terms.length));
    terms.push(...combineAt(part, terms.length));
  }
  const type = Object.fromEntries(fields.map(([field, part]) => [field, part.type]));
  const identity = identityOf(fields.map(([, part]) => part));
  const carrier = allOf(carriers);
  return defineRecord(type, terms, {
    name: `product-of-${fields.map(([, part]) => part.operator.name).join("-and-")}`,
    claims: { ...(identity && { identity }), ...(carrier && { carrier }) },
    derivation: { combinator: "product", parts: fields.map(([, part]) => part.operator) },
  }) as RecordOperator<ProductType<Parts>>;
}

function identityOf(parts: readonly Part[]): readonly Scalar[] | undefined {
  const identity: Scalar[] = [];
  for (const part of parts) {
    if (part.identity === undefined) return undefined;
    identity.push(...part.identity);
  }
  return identity;
}
