import {
  columnsOfRecord,
  counts,
  flags,
  input,
  isPositive,
  RECORD,
  record,
  rowOf,
  testTemplates,
  thirds,
} from "../../../test/algorithms/template-rows.ts";
import { allCall, anyCall, countCall } from "./count-flags.ts";
import { correlationCall, covarianceCall } from "./covariance.ts";
import { dotCall } from "./dot.ts";
import { argMaxCall, argMinCall } from "./first-of-extreme.ts";
import { meanCall } from "./mean.ts";
import { minMaxCall } from "./min-max.ts";
import { normCall } from "./norm.ts";
import { reduceCommutativeCall } from "./reduce-commutative.ts";
import { squaredDistanceCall } from "./squared-distance.ts";
import { standardDeviationCall } from "./standard-deviation.ts";
import { sumCall } from "./sum.ts";
import { varianceCall } from "./variance.ts";

testTemplates("reductions", {
  argMin: [rowOf({ input: "u32" }, [record.b], argMinCall(record.b))],
  argMax: [rowOf({ input: "f64" }, [input], argMaxCall(input))],
  minMax: [rowOf({ input: "u32" }, [record.b], minMaxCall(record.b))],
  mean: [
    rowOf({ input: "u32" }, [record.b], meanCall(record.b)),
    rowOf({ input: "f32" }, [thirds], meanCall(thirds)),
    rowOf({ input: "f32", accumulate: "f64" }, [thirds], meanCall(thirds, { accumulate: "f64" })),
  ],
  variance: [
    rowOf(
      { input: "i32", correction: 1 },
      [Int32Array.of(3, -9, 1, 8)],
      varianceCall(Int32Array.of(3, -9, 1, 8), { correction: 1 }),
    ),
    rowOf({ input: "f32", correction: 0.3 }, [thirds], varianceCall(thirds, { correction: 0.3 })),
  ],
  standardDeviation: [rowOf({ input: "f32" }, [thirds], standardDeviationCall(thirds))],
  covariance: [
    rowOf(
      { input: "f32", correction: 1 },
      [thirds, thirds],
      covarianceCall(thirds, thirds, { correction: 1 }),
    ),
  ],
  correlation: [rowOf({ input: "f64" }, [input, input], correlationCall(input, input))],
  squaredDistance: [
    rowOf({ input: "u32" }, [record.b, counts], squaredDistanceCall(record.b, counts)),
    rowOf(
      { input: "f32" },
      [new Float32Array(0), new Float32Array(0)],
      squaredDistanceCall(new Float32Array(0), new Float32Array(0)),
    ),
  ],
  norm: [
    rowOf({ input: "f64" }, [input], normCall(input)),
    rowOf({ input: "f32", p: 1 }, [thirds], normCall(thirds, { p: 1 })),
  ],
  sum: [
    rowOf({ input: "f32", accumulate: "f64" }, [thirds], sumCall(thirds, { accumulate: "f64" })),
    rowOf({ input: "i64" }, [new BigInt64Array(0)], sumCall(new BigInt64Array(0))),
  ],
  dot: [
    rowOf({ input: "f32" }, [thirds, thirds], dotCall(thirds, thirds)),
    rowOf(
      { input: "u32", accumulate: "u64" },
      [record.b, counts],
      dotCall(record.b, counts, { accumulate: "u64" }),
    ),
    rowOf(
      { input: "i64" },
      [new BigInt64Array(0), new BigInt64Array(0)],
      dotCall(new BigInt64Array(0), new BigInt64Array(0)),
    ),
  ],
  count: [
    rowOf({ input: "f64", predicate: isPositive }, [input], countCall(input, isPositive)),
    rowOf({ input: RECORD, predicate: "flags" }, [...columnsOfRecord, flags], countCall(record, flags)),
  ],
  any: [rowOf({ input: "f64", predicate: isPositive }, [input], anyCall(input, isPositive))],
  all: [rowOf({ input: "f64", predicate: isPositive }, [input], allCall(input, isPositive))],
  reduceCommutative: [
    rowOf({ input: "f64", operator: "max" }, [input], reduceCommutativeCall(input, { operator: "max" })),
  ],
});
