import type { NetworkExpression } from "../../expressions/expression.ts";
import { blockedOnline } from "./blocked.ts";
import { dyadicOnline } from "./dyadic.ts";
import { networkFold } from "./network-fold.ts";
import type { Combine, TreeFold } from "./online-fold.ts";

/** A new fold of a network's expression: its blocks joined as those of blockDyadic. */
export function networkFoldOf<Value>(
  { network }: NetworkExpression,
  combine: Combine<Value>,
): TreeFold<Value> {
  return blockedOnline(network.width, combine, dyadicOnline(combine), networkFold(network, combine));
}
