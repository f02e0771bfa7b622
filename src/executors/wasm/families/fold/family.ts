import { leftFold } from "../../../../expressions/expression.ts";
import type { Family, Serving } from "../../family.ts";
import { compileReduce, compileScan } from "../../generated-javascript.ts";
import { foldRunner } from "./fold-runner.ts";

/** The left fold: one value, and combines that each wait for the one before. */
export const fold: Family = {
  serve: ({ kind }) => (kind === "leftFold" ? foldServing : undefined),
  fastest: () => leftFold,
};

export const foldServing: Serving = {
  open: foldRunner,
  generate: (combine) => ({
    scan: compileScan(`let carry=input[0];output[0]=carry;
      for(let i=1;i<length;i++){carry=${combine("carry", "input[i]")};output[i]=carry;}
      return carry-carry!==0;`),
    reduce: compileReduce(
      `let carry=input[0];for(let i=1;i<length;i++)carry=${combine("carry", "input[i]")};return carry;`,
    ),
    reducesLong: true,
  }),
  reduceCode: (combine, { at }) => ({
    prelude: "",
    body: `${at("0", "carry")}for(let i=1;i<length;i++){${at("i", "element")}carry=${combine("carry", "element")};}return carry;`,
  }),
};
