import { input, record, rowOf, testTemplates } from "../../../test/algorithms/template-rows.ts";
import { histogramCall } from "./histogram.ts";
import { reduceByIndexCall } from "./reduce-by-index.ts";

testTemplates("histograms", {
  reduceByIndex: [
    {
      options: { input: "f64", binCount: 5 },
      columns: [record.b, input],
      call: reduceByIndexCall(input, record.b, { binCount: 5 }),
    },
  ],
  histogram: [
    {
      options: { categories: 3 },
      columns: [record.b],
      call: histogramCall(record.b, { categories: 3 }),
    },
    rowOf({ input: "f64", edges: [-1, 0, 3.5] }, [input], histogramCall(input, { edges: [-1, 0, 3.5] }), [
      "counts",
      "belowCount",
      "aboveCount",
      "nanCount",
    ]),
    rowOf(
      { input: "u32", binCount: 3, range: [0.5, 4] },
      [record.b],
      histogramCall(record.b, { binCount: 3, range: [0.5, 4] }),
      ["counts", "belowCount", "aboveCount"],
    ),
  ],
});
