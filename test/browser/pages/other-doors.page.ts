import { add, blockDyadic, max, prepare, toHex } from "samebits";
import { printExpression, symbolic } from "samebits/expressions";
import { decodeNpy, encodeNpy } from "samebits/formats";
import { checkLaw, describeVerdict } from "samebits/laws";
import { op, printOperator } from "samebits/operators";
import { summaryAlgebra } from "samebits/summaries";
import { publish } from "./publish.ts";

/** A little of each door that has no executor. */
publish(async () => {
  const elements = Float64Array.from({ length: 1000 }, (_, i) => i * 0.1);
  const { contract } = prepare({ type: "f64" });
  const { append, concat, decode, empty, encode, observe } = summaryAlgebra(contract);
  const left = append(empty(0), elements.subarray(0, 300));
  const right = decode(encode(append(empty(300), elements.subarray(300))));
  return {
    expressions: `${printExpression(blockDyadic(2))}: ${symbolic(blockDyadic(2), 5)}`,
    operators: printOperator(op`(left: u32, right) => left + min(right, ~left)`),
    summaries: toHex("f64", observe(concat(left, right))),
    formats: toHex("f64", decodeNpy(encodeNpy(elements)).array[999]),
    laws: [
      describeVerdict(await checkLaw(max, "associative", { type: "f64", solver: "none" })),
      describeVerdict(await checkLaw(add, "associative", { type: "f64", solver: "none" })),
    ],
  };
});
