import { checkNetworkExpression } from "../../../expressions/check-network-expression.ts";
import type { Family } from "../family.ts";
import { blockedOnline } from "../folds/blocked.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import { networkFold } from "../folds/network-fold.ts";

/** Blocks of a network's width, joined as those of blockDyadic. */
export const networkFamily: Family = (expression) => {
  if (expression.kind !== "network") return undefined;
  const { network } = expression;
  return {
    kind: "tree",
    expression,
    newFold: (combine) =>
      blockedOnline(network.width, combine, dyadicOnline(combine), networkFold(network, combine)),
    refusal() {
      checkNetworkExpression(expression);
      return undefined;
    },
  };
};
