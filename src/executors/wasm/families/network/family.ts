import { checkNetworkExpression } from "../../../../expressions/check-network-expression.ts";
import type { Family, Serving } from "../../family.ts";
import type { NetworkCounts } from "./network-counts.ts";
import { networkRunner } from "./network-runner.ts";

/** Scan networks: blocks of a network's width, in each the trees that it builds. */
export function network(counts: NetworkCounts): Family {
  return {
    serve(expression) {
      if (expression.kind !== "network") return undefined;
      const open: Serving["openOnline"] = (arena, setting) => {
        checkNetworkExpression(expression);
        return networkRunner(arena, setting, expression, counts);
      };
      return {
        refusal() {
          checkNetworkExpression(expression);
          return undefined;
        },
        open,
        openOnline: open,
      };
    },
  };
}
