import { generateNetwork, openCadical, openHighs, openZ3, openZ3Sat, printNetwork } from "samebits/networks";
import { told } from "./told.mjs";

export async function probe() {
  return {
    network: printNetwork(generateNetwork("brent-kung", 4)),
    highs: await told(async () => {
      const solver = await openHighs();
      const variables = [{ name: "x", lowest: 0, highest: 9, isInteger: true }];
      const form = new Map([["x", 2]]);
      const rows = [{ form, relation: /** @type {const} */ (">="), bound: 5 }];
      return (await solver.solve({ objective: form, rows, variables }, 10_000)).status;
    }),
    z3: await told(async () => {
      const solver = await openZ3();
      const { status } = await solver.check("(assert (= 1 2))(check-sat)", 10_000);
      await solver.close();
      return status;
    }),
    sat: await told(async () => {
      const solver = await openZ3Sat();
      const { status } = await solver.solve({ variableCount: 1, clauses: [[1], [-1]] }, 10_000);
      await solver.close();
      return status;
    }),
    cadical: await openCadical("/no-such-program").catch((error) => error.name),
  };
}
